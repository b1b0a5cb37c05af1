import {
  Archive,
  Ban,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  type LucideIcon,
  Mail,
  MessageSquareReply,
  MessageSquareText,
  Send,
} from 'lucide-react';
import { eventWords } from '../../../../src/contracts/history-words.ts';
import type { MessageChannel, MessageKind, MessageStatus } from '../../../../src/contracts/message-words.ts';
import type { AdminMessage } from '../../../../src/contracts/messages.ts';
import { phoneText } from '../../../ui/phone-text.ts';

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
  kept: { word: 'Kept here', icon: Archive, look: QUIET },
  delivered: { word: 'Delivered', icon: CircleCheck, look: GOOD },
  failed: { word: 'Failed', icon: CircleX, look: BAD },
  unknown: { word: 'Unknown', icon: CircleHelp, look: WARN },
  'no-receipt': { word: 'No receipt', icon: CircleHelp, look: QUIET },
  suppressed: { word: 'Not sent', icon: Ban, look: QUIET },
  received: { word: 'Reply', icon: MessageSquareReply, look: INFO },
};

/** A message's state as a word, an icon and colours. */
export const lookOf = (status: MessageStatus): Look => LOOKS[status];

/** The ways that messages go. */
export const CHANNELS: Readonly<
  Record<MessageChannel, { readonly word: string; readonly icon: LucideIcon }>
> = {
  sms: { word: 'Text', icon: MessageSquareText },
  email: { word: 'Mail', icon: Mail },
};

/** Where a message went, as people read it. */
export const toText = ({ channel, to }: Pick<AdminMessage, 'channel' | 'to'>): string =>
  to === null ? '' : channel === 'email' ? to : phoneText(to);

/** The kinds of messages, by what they tell. */
export const KIND_WORDS: Readonly<Record<MessageKind, string>> = {
  booked: 'Request received',
  confirmed: 'Booking confirmed',
  rescheduled: 'Appointment moved',
  cancelled: 'Appointment cancelled',
  reinstated: 'Appointment reinstated',
  reminder: 'Reminder',
  custom: 'Written by staff',
};

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
export const aboutOf = ({ customer_name, appointment }: AdminMessage): string =>
  customer_name ?? (appointment ? 'Erased customer' : 'Deleted appointment');
