import type {
  MESSAGE_KINDS,
  MessageChannel,
  MessageState,
} from '../../../src/contracts/messages/message-words.ts';
import { getSending, listMessages } from '../../../src/contracts/messages/messages.ts';
import { getUsualTexts } from '../../../src/contracts/messages/usual-texts.ts';
import { listWaitingMessages } from '../../../src/contracts/messages/waiting-messages.ts';
import { call } from '../../api.ts';
import { definePagedQuery, defineQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';

/** What the list of messages is narrowed down to. */
export interface MessageFilters {
  readonly search: string;
  readonly state: MessageState | undefined;
  readonly kind: (typeof MESSAGE_KINDS)[number] | undefined;
  readonly channel: MessageChannel | undefined;
}

export const MESSAGES = definePagedQuery({
  name: 'messages',
  about: (): Topic[] => ['message', 'mail'],
  load: (filters: MessageFilters, { after, cursor, ...asking }) =>
    call(listMessages, { ...asking, query: { ...filters, cursor, after } }),
});

/** Messages that have not left. Each change of an appointment may cause one. */
const WAITING = defineQuery({
  name: 'waiting-messages',
  about: (): Topic[] => ['message', 'mail', 'booking'],
  load: ({ search, kind, channel }: Omit<MessageFilters, 'state'>, { after, ...asking }) =>
    call(listWaitingMessages, { ...asking, query: { search, kind, channel, after } }),
});

/** Quiet hours, looks and pauses leave no event, so that no live update tells of them. */
const REFRESH_MS = 10_000;

/** Messages that have not left, as far as the filters allow; refreshed regularly. */
export function useWaiting({ state, ...filters }: MessageFilters) {
  const isShown = state === undefined || state === 'under_way';
  const { data, reload } = useAdminQuery(WAITING, isShown ? filters : null, {
    keepPrevious: true,
    againAfterMs: () => REFRESH_MS,
  });
  return { waiting: isShown ? data : undefined, reload };
}

/** Whether messages leave, and how many wait. */
export const SENDING = defineQuery({
  name: 'sending',
  about: (): Topic[] => ['message', 'mail'],
  load: (_input: 'now', { after: _, ...asking }) => call(getSending, asking),
});

/** The salon's usual texts. They change only with its profile, when the service starts. */
export const USUAL_TEXTS = defineQuery({
  name: 'usual-texts',
  about: (): Topic[] => [],
  load: (_input: 'now', { after: _, ...asking }) => call(getUsualTexts, asking),
});
