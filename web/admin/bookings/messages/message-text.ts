import { type LucideIcon, Mail, MessageSquareText } from 'lucide-react';
import {
  type MessageChannel,
  type MessageKind,
  WHY_KEPT,
} from '../../../../src/contracts/messages/message-words.ts';
import type { TextDeparture } from '../../../../src/contracts/messages/messages.ts';
import type {
  NextText,
  UndeliveredMessage,
  WaitingMessage,
} from '../../../../src/contracts/messages/waiting-messages.ts';

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

const WAIT_WORDS: Readonly<Record<WaitingMessage['waits_for'], string>> = {
  due: 'due',
  quiet: 'quiet hours',
  resuming: 'messages are paused',
  provider: 'not accepted yet',
  before: 'behind another',
};

/** Why a message waits, when that was found, and when it is looked at again. @param timeText writes the time of an instant */
export function waitText(
  { waits_for, looked_at, next_look_at }: Pick<WaitingMessage, 'waits_for' | 'looked_at' | 'next_look_at'>,
  timeText: (iso: string) => string,
): string {
  const looked = looked_at && `looked at ${timeText(looked_at)}`;
  const next = next_look_at && `next look ${timeText(next_look_at)}`;
  return [WAIT_WORDS[waits_for], looked, next].filter(Boolean).join(', ');
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
  const { waits_for, goes_out_at, kept_here } = departure;
  if (kept_here) return `The text is kept here and not sent: ${lowered(WHY_KEPT.sms)}`;
  switch (waits_for) {
    case 'due':
      return undefined;
    case 'quiet':
      // No line begins within the time.
      return `The text goes out ${momentText(goes_out_at ?? '').replaceAll(' ', '\u00a0')}: none go out at night.`;
    case 'resuming':
      return 'The text waits until messages are resumed.';
    case 'before':
      return 'The text waits for news of the one before it.';
  }
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
