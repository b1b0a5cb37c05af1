import {
  Archive,
  Ban,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  type LucideIcon,
  MessageSquareReply,
  Send,
} from 'lucide-react';
import { EVENT_WORDS } from '../../../../src/contracts/history-words.ts';
import type { AdminMessage, MessageStatus } from '../../../../src/contracts/messages.ts';

interface Look {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly look: string;
}

const GOOD = 'bg-good-tint text-good';
const BAD = 'bg-bad-tint text-bad';
const WARN = 'bg-warn-tint text-warn';
const INFO = 'bg-info-tint text-info';
const QUIET = 'bg-sand text-stone';

const LOOKS: Readonly<Record<MessageStatus, Look>> = {
  claimed: { word: 'On its way', icon: Clock, look: INFO },
  'not-sent': { word: 'Trying again', icon: Clock, look: WARN },
  sent: { word: 'Sent', icon: Send, look: INFO },
  delivered: { word: 'Delivered', icon: CircleCheck, look: GOOD },
  failed: { word: 'Failed', icon: CircleX, look: BAD },
  unknown: { word: 'Unknown', icon: CircleHelp, look: WARN },
  'no-receipt': { word: 'No receipt', icon: CircleHelp, look: QUIET },
  suppressed: { word: 'Not sent', icon: Ban, look: QUIET },
  received: { word: 'Reply', icon: MessageSquareReply, look: INFO },
};

const KEPT: Look = { word: 'Kept here', icon: Archive, look: QUIET };

/** A message's state as a word, an icon and colours. */
export const lookOf = ({ status, kept_here }: Pick<AdminMessage, 'status' | 'kept_here'>): Look =>
  kept_here ? KEPT : LOOKS[status];

/** The kinds of texts, by what they tell. */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  booked: 'Request received',
  confirmed: 'Booking confirmed',
  rescheduled: 'Appointment moved',
  cancelled: 'Appointment cancelled',
  reinstated: 'Appointment reinstated',
  reminder: 'Reminder',
  custom: 'Words of staff',
};

/** What a message is: its kind; of one that was not sent, what asked for it. */
export function subjectOf({ kind, status, reasons }: AdminMessage): string {
  if (status === 'received') return 'Reply';
  if (kind !== null) return KIND_WORDS[kind] ?? kind;
  const [last] = reasons;
  return last ? `After: ${(EVENT_WORDS[last.type] ?? last.type).toLowerCase()}` : 'Reminder';
}

/** Whom it is about; an erased customer has no name, and a deleted appointment none either. */
export const aboutOf = ({ customer_name, appointment }: AdminMessage): string =>
  customer_name ?? (appointment ? 'Erased customer' : 'Deleted appointment');
