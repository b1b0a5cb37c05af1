import { CircleCheck, type LucideIcon, MessageSquareReply } from 'lucide-react';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';

/** A mark that says what became of a message. */
export interface Badge {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly look: string;
}

const UNANSWERED: Badge = { word: 'Unanswered', icon: MessageSquareReply, look: 'bg-warn-tint text-warn' };
const ANSWERED: Badge = { word: 'Answered', icon: CircleCheck, look: 'bg-good-tint text-good' };
const NEEDS_NONE: Badge = { word: 'Reply', icon: MessageSquareReply, look: 'bg-info-tint text-info' };

/** The badge of what a customer has texted back. */
export function replyBadgeOf({ needs_staff, answers }: Pick<AdminMessage, 'needs_staff' | 'answers'>): Badge {
  if (needs_staff) return UNANSWERED;
  return answers > 0 ? ANSWERED : NEEDS_NONE;
}
