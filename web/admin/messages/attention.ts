import { countMessages } from '../../../src/contracts/messages/message-count.ts';
import { call } from '../../api.ts';
import { defineQuery } from '../server/query.ts';
import type { Topic } from '../server/topics.ts';

/** What of messages staff should look at. Every screen asks for it. */
export const ATTENTION = defineQuery({
  name: 'messages-attention',
  about: (): Topic[] => ['message', 'mail'],
  load: (_input: 'now', { after, ...asking }) => call(countMessages, { ...asking, query: { after } }),
});
