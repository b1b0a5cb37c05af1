import { type LucideIcon, Mail, MessageSquareText } from 'lucide-react';
import type { MessageChannel, MessageKind } from '../../../src/contracts/message-words.ts';
import type { UndeliveredMessage, WaitingMessage } from '../../../src/contracts/waiting-messages.ts';

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

/** Why a message did not reach its customer: `Text failed: that number does not exist.` */
export function failureText({ channel, status, explanation }: UndeliveredMessage): string {
  if (status !== 'failed') return explanation;
  return `${CHANNELS[channel].word} failed: ${explanation.charAt(0).toLowerCase()}${explanation.slice(1)}`;
}
