import { type AdminMessage, changeSending, resendMessage } from '../../../src/contracts/messages/messages.ts';
import { call } from '../../api.ts';
import { defineCommand } from '../data/command.ts';
import { type Topic, topicOf } from '../data/topics.ts';

/** Pauses or resumes the sending of messages. */
export const CHANGE_SENDING = defineCommand({
  name: 'change-sending',
  thing: (): Topic => 'message',
  send: (change: { readonly paused: boolean }, options) => call(changeSending, { ...options, body: change }),
});

/** The topic of a message. Texts and mails are different kinds. */
export const topicOfMessage = ({
  channel,
  booking_id,
}: Pick<AdminMessage, 'channel' | 'booking_id'>): Topic =>
  topicOf(channel === 'email' ? 'mail' : 'message', booking_id);

export const RESEND = defineCommand({
  name: 'resend-message',
  thing: (message: AdminMessage) => topicOfMessage(message),
  send: ({ id }, options) => call(resendMessage, { ...options, params: { id } }),
});
