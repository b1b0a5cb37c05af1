import type {
  MESSAGE_KINDS,
  MessageChannel,
  MessageState,
} from '../../../src/contracts/messages/message-words.ts';
import { listMessages } from '../../../src/contracts/messages/messages.ts';
import { getUsualTexts } from '../../../src/contracts/messages/usual-texts.ts';
import { listWaitingMessages } from '../../../src/contracts/messages/waiting-messages.ts';
import { call } from '../../api.ts';
import { definePagedQuery, defineQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';

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

/** Messages that wait to be sent. Each change of an appointment may cause one. */
const WAITING = defineQuery({
  name: 'waiting-messages',
  about: (): Topic[] => ['message', 'mail', 'booking'],
  load: ({ search, kind, channel }: Omit<MessageFilters, 'state'>, { after, ...options }) =>
    call(listWaitingMessages, { ...options, query: { search, kind, channel, after } }),
});

/** Quiet hours, checks and pauses cause no event, so live updates don't announce them. */
const REFRESH_MS = 10_000;

/** Messages that wait to be sent and match the filters; reloaded regularly. */
export function useWaiting({ state, ...filters }: MessageFilters) {
  const isShown = state === undefined || state === 'under_way';
  const { data, reload } = useAdminQuery(WAITING, isShown ? filters : null, {
    keepPrevious: true,
    againAfterMs: () => REFRESH_MS,
  });
  return { waiting: isShown ? data : undefined, reload };
}

/** The salon's usual texts, which staff change under Settings. */
export const USUAL_TEXTS = defineQuery({
  name: 'usual-texts',
  about: (): Topic[] => ['settings'],
  load: (_input: 'now', { after: _, ...options }) => call(getUsualTexts, options),
});
