import type { z } from 'zod';
import { answerMessage, dismissMessage, getAnswering } from '../../../../src/contracts/messages/answers.ts';
import { type AdminMessage, listMessages } from '../../../../src/contracts/messages/messages.ts';
import { call } from '../../../api.ts';
import { defineCommand } from '../../data/command.ts';
import { defineQuery } from '../../data/query.ts';
import { type Topic, topicOf } from '../../data/topics.ts';

/** The most replies that a customer's page shows. */
const MOST_REPLIES = '5';

/** The customer's replies by text, the latest first; before them those that wait for an answer. */
export const REPLIES = defineQuery({
  name: 'replies',
  about: (): Topic[] => ['message'],
  load: (customer_id: string, { after, ...options }) =>
    call(listMessages, { ...options, query: { customer_id, state: 'received', limit: MOST_REPLIES, after } }),
});

/** Whether a reply can be answered by text. */
export const ANSWERING = defineQuery({
  name: 'answering',
  about: ({ booking_id }: AdminMessage): Topic[] => [topicOf('booking', booking_id), 'message'],
  load: ({ id }, { after, ...options }) =>
    call(getAnswering, { ...options, params: { id }, query: { after } }),
});

/** Answers a reply. Its row stays where it is until the server has the answer, so that a refused one isn't lost with its form. */
export const ANSWER = defineCommand({
  name: 'answer-message',
  thing: ({ booking_id }: z.output<typeof answerMessage.body> & Pick<AdminMessage, 'id' | 'booking_id'>) =>
    topicOf('message', booking_id),
  send: ({ id, text, answers_seen }, sending) =>
    call(answerMessage, { ...sending, params: { id }, body: { text, answers_seen } }),
});

/** The topic of a message. Texts and mails are different kinds. */
export const topicOfMessage = ({
  channel,
  booking_id,
}: Pick<AdminMessage, 'channel' | 'booking_id'>): Topic =>
  topicOf(channel === 'email' ? 'mail' : 'message', booking_id);

/** Says that a reply needs no answer, or that a message which did not arrive needs nothing more. */
export const DISMISS = defineCommand({
  name: 'dismiss-message',
  thing: (message: AdminMessage) => topicOfMessage(message),
  send: ({ id }, options) => call(dismissMessage, { ...options, params: { id } }),
});
