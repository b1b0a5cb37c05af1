import type { KeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { UnreadableEvent } from '../../eventsourcing/event-types.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import { createSettingsCommands } from './commands.ts';
import { type SettingsState, settingsDecider } from './decider.ts';
import { SALON } from './events.ts';

/** One object, since values made of the saved sections are kept for as long as the sections are the same. */
const NOTHING_SAVED: SettingsState = {};

/** The saved sections as this process has last read them. */
export function liveSettings(onUnreadable: (problem: UnreadableEvent) => void) {
  const live = liveProjection(settingsDecider, onUnreadable);
  return {
    /** The caller has to keep it up to date. */
    live,
    saved: (): SettingsState => live.states.get(SALON) ?? NOTHING_SAVED,
  };
}

interface SettingsDeps
  extends Pick<
    Parameters<typeof createSettingsCommands>[0],
    'ofFile' | 'ownOf' | 'hasBookings' | 'toE164' | 'shown'
  > {
  readonly log: EventStore;
  readonly mutex: KeyedMutex;
  now(): Date;
}

export type Settings = ReturnType<typeof composeSettings>;

/** Makes the commands on what the salon says of itself. */
export const composeSettings = ({ log, mutex, now, ...deps }: SettingsDeps) => ({
  commands: createSettingsCommands({
    ...deps,
    streams: createEventStreams(log, settingsDecider, { mutex, now }),
  }),
});
