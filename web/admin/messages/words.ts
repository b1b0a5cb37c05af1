import { type LucideIcon, Mail, MessageSquareText } from 'lucide-react';
import {
  explainWait,
  type MessageChannel,
  type MessageKind,
  WHY_KEPT,
  willLeave,
} from '../../../src/contracts/messages/message-words.ts';
import type { TextDeparture } from '../../../src/contracts/messages/messages.ts';
import type {
  NextText,
  UndeliveredMessage,
  WaitingMessage,
} from '../../../src/contracts/messages/waiting-messages.ts';

/** The ways that messages go. */
export const CHANNELS: Readonly<
  Record<MessageChannel, { readonly word: string; readonly icon: LucideIcon }>
> = {
  sms: { word: 'Text', icon: MessageSquareText },
  email: { word: 'Mail', icon: Mail },
};

/** That the last message to a customer did not reach them. */
export const notDelivered = (channel: MessageChannel): string => `${CHANNELS[channel].word} not delivered`;

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

/** When a message that waits goes out, as the rest of a sentence about it. @param momentText writes an instant */
export function waitText(
  { waits_for, goes_out_at }: Pick<WaitingMessage, 'waits_for' | 'goes_out_at'>,
  momentText: (iso: string) => string,
): string {
  // No line begins within the time.
  const at = goes_out_at === null ? 'later' : momentText(goes_out_at).replaceAll(' ', '\u00a0');
  switch (waits_for) {
    case 'window':
      return 'goes out in a moment';
    case 'quiet':
      return `goes out ${at}`;
    case 'provider':
      return `is tried again ${at}`;
    case 'before':
      return 'waits for news of the one before it';
    case 'resuming':
      return 'waits until messages are resumed';
    case 'too-late':
    case 'restored':
      return 'will not go out';
  }
}

/**
 * What of a text that was just asked for isn't as its toast sounds, as a sentence: `The text goes out Sat, Nov 21 · 8:00 AM: none go out at
 * night.` Undefined where it leaves in a moment.
 */
export function departureText(
  departure: TextDeparture | null,
  momentText: (iso: string) => string,
): string | undefined {
  if (departure === null) return undefined;
  const { waits_for, kept_here } = departure;
  if (!willLeave(waits_for)) return explainWait(waits_for, 'sms');
  if (kept_here) return `The text is kept here and not sent: ${lowered(WHY_KEPT.sms)}`;
  if (waits_for === 'window') return undefined;
  const until = waitText(departure, momentText);
  return `The text ${until}${waits_for === 'quiet' ? ': none go out at night' : ''}.`;
}

/** What became of the same text before, as a sentence; undefined where there was none. */
export function sameBeforeText(
  { same_before }: NextText,
  momentText: (iso: string) => string,
): string | undefined {
  if (same_before === null) return undefined;
  const at = momentText(same_before.at);
  switch (same_before.status) {
    case 'delivered':
      return `The customer got this same text on ${at}.`;
    case 'sent':
    case 'no-receipt':
      return `This same text was sent on ${at}.`;
    case 'kept':
      return `This same text was kept here on ${at}.`;
  }
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Why a message did not reach its customer: `Text failed: that number does not exist.` */
export function failureText({ channel, status, explanation }: UndeliveredMessage): string {
  if (status !== 'failed') return explanation;
  return `${CHANNELS[channel].word} failed: ${lowered(explanation)}`;
}
