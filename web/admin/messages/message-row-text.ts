import { Archive, Ban, CircleCheck, CircleHelp, CircleX, Clock, Send } from 'lucide-react';
import { eventWords } from '../../../src/contracts/history/history-words.ts';
import {
  KIND_WORDS,
  type MessageKind,
  type MessageStatus,
} from '../../../src/contracts/messages/message-words.ts';
import type { AdminMessage } from '../../../src/contracts/messages/messages.ts';
import { attachmentsText } from '../../../src/contracts/messages/reply-words.ts';
import { phoneText } from '../../ui/form/phone-text.ts';
import { customerName } from '../bookings/booking-text.ts';
import { type Badge, replyBadgeOf } from '../bookings/messages/reply-badge.ts';
import { capital } from '../ui/capital.ts';

const GOOD = 'bg-good-tint text-good';
const BAD = 'bg-bad-tint text-bad';
const WARN = 'bg-warn-tint text-warn';
const INFO = 'bg-info-tint text-info';
const QUIET = 'bg-sand text-stone';

const BADGES: Readonly<Record<Exclude<MessageStatus, 'received'>, Badge>> = {
  claimed: { word: 'On its way', icon: Clock, look: INFO },
  'not-sent': { word: 'Trying again', icon: Clock, look: WARN },
  sent: { word: 'Sent', icon: Send, look: INFO },
  kept: { word: 'Not set up', icon: Archive, look: QUIET },
  delivered: { word: 'Delivered', icon: CircleCheck, look: GOOD },
  failed: { word: 'Failed', icon: CircleX, look: BAD },
  unknown: { word: 'Unknown', icon: CircleHelp, look: WARN },
  'no-receipt': { word: 'No receipt', icon: CircleHelp, look: QUIET },
  suppressed: { word: 'Not sent', icon: Ban, look: QUIET },
};

const NO_ANSWER: Badge = { word: 'No answer', icon: CircleHelp, look: WARN };

/** The badge of a message's state. */
export function badgeOf({
  status,
  needs_staff,
  answers,
}: Pick<AdminMessage, 'status' | 'needs_staff' | 'answers'>): Badge {
  if (status === 'claimed' && needs_staff) return NO_ANSWER;
  return status === 'received' ? replyBadgeOf({ needs_staff, answers }) : BADGES[status];
}

/** The recipient's number or address, formatted. */
export const toText = ({ channel, to }: Pick<AdminMessage, 'channel' | 'to'>): string =>
  to === null ? '' : channel === 'email' ? to : phoneText(to);

/** The kind of a message that was not sent, by the event that requested it. */
const KINDS_BY_EVENT: Readonly<Record<string, MessageKind>> = {
  BookingRequested: 'booked',
  BookingConfirmed: 'confirmed',
  BookingRescheduled: 'rescheduled',
  BookingLengthChanged: 'changed',
  BookingServicesChanged: 'changed',
  BookingCancelled: 'cancelled',
  BookingReinstated: 'reinstated',
};

/** Why a reminder is sent, which no event causes. */
export const timedReasonOf = (kind: AdminMessage['kind']): string | null =>
  kind === 'reminder' || kind === null ? 'Reminder of the day before' : null;

/** The title of a message: its kind, or what caused it if no kind was recorded. */
export function titleOf({ channel, kind, status, reasons }: AdminMessage): string {
  if (status === 'received') return 'Reply';
  if (kind !== null) return KIND_WORDS[kind];
  const [last] = reasons;
  if (!last) return KIND_WORDS.reminder;
  const kindOfEvent = KINDS_BY_EVENT[last.type];
  return (kindOfEvent && KIND_WORDS[kindOfEvent]) ?? eventWords(last.type, channel === 'email');
}

/** One line about a message: a question that staff are asked about a reply, its words, or what it has beside them. */
export function previewOf({
  text,
  explanation,
  attachments,
  needs_staff,
  may_mean_cancel,
}: Pick<AdminMessage, 'text' | 'explanation' | 'attachments' | 'needs_staff' | 'may_mean_cancel'>): string {
  if (may_mean_cancel && needs_staff) return `${text?.trim() ?? 'Opted out'} – was the appointment meant?`;
  const sent = capital(attachmentsText(attachments.map(({ kind }) => kind)));
  return [sent, text?.trim()].filter(Boolean).join(': ') || explanation;
}

/** The customer's name; erased customers and deleted appointments have none. */
export const customerOf = ({
  customer_name,
  appointment,
}: Pick<AdminMessage, 'customer_name' | 'appointment'>): string =>
  customer_name === null && !appointment ? 'Deleted appointment' : customerName({ customer_name });
