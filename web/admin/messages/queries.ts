import type {
  MESSAGE_KINDS,
  MessageChannel,
  MessageState,
} from '../../../src/contracts/messages/message-words.ts';
import { listMessages } from '../../../src/contracts/messages/messages.ts';
import { getUsualTexts } from '../../../src/contracts/messages/usual-texts.ts';
import { call } from '../../api.ts';
import { definePagedQuery, defineQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';

/** The filters of the list of messages. */
export interface MessageFilters {
  readonly search: string;
  readonly state: MessageState | undefined;
  readonly kind: (typeof MESSAGE_KINDS)[number] | undefined;
  readonly channel: MessageChannel | undefined;
}

export const MESSAGES = definePagedQuery({
  name: 'messages',
  about: (): Topic[] => ['message', 'mail'],
  load: (filters: MessageFilters, { after, cursor, ...options }) =>
    call(listMessages, { ...options, query: { ...filters, cursor, after } }),
});

/** The salon's usual texts, which staff change under Settings. */
export const USUAL_TEXTS = defineQuery({
  name: 'usual-texts',
  about: (): Topic[] => ['settings'],
  load: (_input: 'now', { after: _, ...options }) => call(getUsualTexts, options),
});
