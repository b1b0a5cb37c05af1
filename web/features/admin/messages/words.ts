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
import { eventWords } from '../../../../src/contracts/history/history-words.ts';
import {
  type MessageKind,
  type MessageStatus,
  willLeave,
} from '../../../../src/contracts/messages/message-words.ts';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import type { WaitingMessage } from '../../../../src/contracts/messages/waiting-messages.ts';
import { KIND_WORDS } from '../../../admin/messages/words.ts';
import { phoneText } from '../../../ui/phone-text.ts';

export interface Look {
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
  kept: { word: 'Kept here', icon: Archive, look: QUIET },
  delivered: { word: 'Delivered', icon: CircleCheck, look: GOOD },
  failed: { word: 'Failed', icon: CircleX, look: BAD },
  unknown: { word: 'Unknown', icon: CircleHelp, look: WARN },
  'no-receipt': { word: 'No receipt', icon: CircleHelp, look: QUIET },
  suppressed: { word: 'Not sent', icon: Ban, look: QUIET },
  received: { word: 'Reply', icon: MessageSquareReply, look: INFO },
};

const NO_ANSWER: Look = { word: 'No answer', icon: CircleHelp, look: WARN };

/** A message's state as a word, an icon and colours. */
export const lookOf = ({ status, needs_staff }: Pick<AdminMessage, 'status' | 'needs_staff'>): Look =>
  status === 'claimed' && needs_staff ? NO_ANSWER : LOOKS[status];

const LOST: Look = { word: 'Won’t go out', icon: Ban, look: BAD };

/** The same of one that has not left. */
export const waitLookOf = ({ waits_for }: Pick<WaitingMessage, 'waits_for'>): Look =>
  willLeave(waits_for) ? { word: 'Waiting', icon: Clock, look: waits_for === 'window' ? INFO : WARN } : LOST;

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Where a message went, as people read it. */
export const toText = ({ channel, to }: Pick<AdminMessage, 'channel' | 'to'>): string =>
  to === null ? '' : channel === 'email' ? to : phoneText(to);

/** What a message would have told that was not sent, by what asked for it. */
const KINDS_BY_EVENT: Readonly<Record<string, MessageKind>> = {
  BookingRequested: 'booked',
  BookingConfirmed: 'confirmed',
  BookingRescheduled: 'rescheduled',
  BookingCancelled: 'cancelled',
  BookingReinstated: 'reinstated',
};

/** What asks for the kinds that no event asks for: their time has come. */
const TIMED_WORDS: Readonly<Record<MessageKind, string | null>> = {
  booked: null,
  confirmed: null,
  rescheduled: null,
  cancelled: null,
  reinstated: null,
  reminder: 'Reminder of the day before',
  custom: null,
};

/** What asked for a message, where no event did. Earlier versions recorded no kind of a reminder that was not sent. */
export const timedReasonOf = (kind: AdminMessage['kind']): string | null => TIMED_WORDS[kind ?? 'reminder'];

/** What a message is: its kind; of one that was not sent, what asked for it. */
export function subjectOf({ channel, kind, status, reasons }: AdminMessage): string {
  if (status === 'received') return 'Reply';
  if (kind !== null) return KIND_WORDS[kind];
  const [last] = reasons;
  if (!last) return KIND_WORDS.reminder;
  const asked = KINDS_BY_EVENT[last.type];
  return (asked && KIND_WORDS[asked]) ?? eventWords(last.type, channel === 'email');
}

/** Whom it is about; an erased customer has no name, and a deleted appointment none either. */
export const aboutOf = ({
  customer_name,
  appointment,
}: Pick<AdminMessage, 'customer_name' | 'appointment'>): string =>
  customer_name ?? (appointment ? 'Erased customer' : 'Deleted appointment');
