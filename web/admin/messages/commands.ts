import { type AdminMessage, changeSending, resendMessage } from '../../../src/contracts/messages/messages.ts';
import { call } from '../../api.ts';
import { topicOfMessage } from '../bookings/messages/replies.ts';
import { defineCommand } from '../data/command.ts';
import type { Topic } from '../data/topics.ts';

/** Pauses or resumes the sending of messages. */
export const CHANGE_SENDING = defineCommand({
  name: 'change-sending',
  thing: (): Topic => 'message',
  send: (change: { readonly paused: boolean }, options) => call(changeSending, { ...options, body: change }),
});

export const RESEND = defineCommand({
  name: 'resend-message',
  thing: (message: AdminMessage) => topicOfMessage(message),
  send: ({ id }, options) => call(resendMessage, { ...options, params: { id } }),
});
