import { create } from 'zustand';
import type { Topic } from '../topics.ts';
import type { LiveStatus } from './subscribe-to-live.ts';

/** How long something that somebody else has changed stays tinted. */
const TINTED_MS = 2_000;

const useStore = create<{ readonly status: LiveStatus; readonly fresh: ReadonlySet<Topic> }>(() => ({
  status: 'connecting',
  fresh: new Set(),
}));

export const setLiveStatus = (status: LiveStatus) => useStore.setState({ status });

export const useLiveStatus = (): LiveStatus => useStore(({ status }) => status);

/** Tints what somebody else has just changed. */
export function markFresh(topics: readonly Topic[]): void {
  if (topics.length === 0) return;
  useStore.setState(({ fresh }) => ({ fresh: new Set([...fresh, ...topics]) }));
  setTimeout(
    () =>
      useStore.setState(({ fresh }) => ({
        fresh: new Set([...fresh].filter((one) => !topics.includes(one))),
      })),
    TINTED_MS,
  );
}

/** All that somebody else has changed within the last two seconds. */
export const useFresh = (): ReadonlySet<Topic> => useStore(({ fresh }) => fresh);

/** Whether somebody else has changed it within the last two seconds. */
export const useIsFresh = (topic: Topic): boolean => useStore(({ fresh }) => fresh.has(topic));
