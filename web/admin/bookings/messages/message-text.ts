import { type LucideIcon, Mail, MessageSquareText } from 'lucide-react';
import { type MessageChannel, WHY_KEPT } from '../../../../src/contracts/messages/message-words.ts';
import type { TextDeparture } from '../../../../src/contracts/messages/messages.ts';
import type {
  NextText,
  UndeliveredMessage,
  WaitingMessage,
} from '../../../../src/contracts/messages/waiting-messages.ts';

/** Texts about each channel. */
export const CHANNELS: Readonly<
  Record<MessageChannel, { readonly word: string; readonly icon: LucideIcon }>
> = {
  sms: { word: 'Text', icon: MessageSquareText },
  email: { word: 'Mail', icon: Mail },
};

/** Says that a message did not reach the customer. */
export const notDelivered = (channel: MessageChannel): string => `${CHANNELS[channel].word} not delivered`;

const WAIT_WORDS: Readonly<Record<WaitingMessage['waits_for'], string>> = {
  due: 'due',
  quiet: 'quiet hours',
  resuming: 'messages are paused',
  provider: 'not accepted yet',
  before: 'behind another',
};

/** Why a message waits, when that was last checked, and when the next check is. @param timeText formats an instant as a time */
export function waitText(
  { waits_for, looked_at, next_look_at }: Pick<WaitingMessage, 'waits_for' | 'looked_at' | 'next_look_at'>,
  timeText: (iso: string) => string,
): string {
  const looked = looked_at && `looked at ${timeText(looked_at)}`;
  const next = next_look_at && `next look ${timeText(next_look_at)}`;
  return [WAIT_WORDS[waits_for], looked, next].filter(Boolean).join(', ');
}

/**
 * A sentence for the toast if a text is not sent immediately: `The text goes out Sat, Nov 21 · 8:00 AM: none go out at
 * night.` Undefined if it is.
 */
export function departureText(
  departure: TextDeparture | null,
  instantText: (iso: string) => string,
): string | undefined {
  if (departure === null) return undefined;
  const { waits_for, goes_out_at, kept_here } = departure;
  if (kept_here) return `The text isn’t sent: ${lowered(WHY_KEPT.sms)}`;
  switch (waits_for) {
    case 'due':
      return undefined;
    case 'quiet':
      // Non-breaking spaces keep the time on one line.
      return `The text goes out ${instantText(goes_out_at ?? '').replaceAll(' ', '\u00a0')}: none go out at night.`;
    case 'resuming':
      return 'The text waits until messages are resumed.';
    case 'before':
      return 'The text waits for news of the one before it.';
  }
}

/** A sentence about what happened to the same text when it was sent before; undefined if it wasn't. */
export function sameBeforeText(
  { same_before }: NextText,
  instantText: (iso: string) => string,
): string | undefined {
  if (same_before === null) return undefined;
  const at = instantText(same_before.at);
  switch (same_before.status) {
    case 'delivered':
      return `The customer got this same text on ${at}.`;
    case 'sent':
    case 'no-receipt':
      return `This same text was sent on ${at}.`;
    case 'kept':
      return `This same text was written on ${at} and not sent: texts weren’t set up then.`;
  }
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Why a message did not reach its customer: `Text failed: that number does not exist.` */
export function failureText({ channel, status, explanation }: UndeliveredMessage): string {
  if (status !== 'failed') return explanation;
  return `${CHANNELS[channel].word} failed: ${lowered(explanation)}`;
}
