import { sendBookingMessage } from '../../../../src/contracts/messages/messages.ts';
import { call } from '../../../api.ts';
import { defineCommand } from '../../server/command.ts';
import { topicOf } from '../../server/topics.ts';

/** Texts the customer about an appointment as it is. Apart from its other commands, which every screen loads. */
export const SEND_MESSAGE = defineCommand({
  name: 'send-message',
  thing: ({ id }: { readonly id: string }) => topicOf('message', id),
  send: ({ id }, sending) => call(sendBookingMessage, { ...sending, params: { id } }),
});
