import { z } from 'zod';
import { AnswerField, IdPath, PositionField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { NO_ANSWER, QueuedText } from './messages.ts';

const ONE = { caller: 'admin', roles: 'desk', area: 'messages', params: IdPath } as const;

export const getAnswering = defineOperation({
  ...ONE,
  method: 'get',
  path: '/api/admin/messages/{id}/answer',
  summary: "Whether a customer's reply can be answered by text, and else why not: then somebody has to call",
  answer: {
    status: 200,
    body: z.object({
      /** The number of the booking, as it was typed; null once the customer was erased. */
      phone: z.string().nullable(),
      /** The reason in plain words; null if a text can be sent. */
      why_not: z.string().nullable(),
    }),
  },
  isProjected: true,
  problems: ['message-not-found'],
});

export const answerMessage = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/messages/{id}/answer',
  summary: "Answer a customer's reply by a text in one's own words",
  body: z.object({
    text: AnswerField,
    /** Number of answers to the reply when this one was written. */
    answers_seen: z.int('Must be a number of answers.').min(0, 'Must be a number of answers.'),
  }),
  answer: { status: 200, body: QueuedText },
  command: 'admin-answer-message',
  problems: ['message-not-found', 'answered-meanwhile', ...NO_ANSWER],
});

export const dismissMessage = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/messages/{id}/dismiss',
  summary:
    "Record that a customer's reply needs no answer, or that a message that did not arrive needs nothing more",
  answer: { status: 200, body: z.object({ id: UuidField, position: PositionField }) },
  command: 'admin-dismiss-message',
  problems: ['message-not-found', 'not-dismissable'],
});
