import type { EventStore, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { evolveFrom } from '../../eventsourcing/streams/evolve-from.ts';
import type { Interval } from '../../salon/slots.ts';
import { hoursDecider, openWindows } from './decider.ts';
import { HOURS } from './events.ts';

/**
 * Finds the change of the weekly hours since which a weekday's open windows no longer pass a test. Null if they pass it now, or never
 * did.
 */
export const createHoursSince =
  (log: Pick<EventStore, 'read'>) =>
  async (
    dayOfWeek: number,
    passes: (windows: readonly Interval[]) => boolean,
  ): Promise<RecordedEvent | null> => {
    let state = hoursDecider.initialState();
    let passed = passes([]);
    let since: RecordedEvent | null = null;
    for (const recorded of await log.read(HOURS)) {
      ({ state } = evolveFrom(state, recorded, hoursDecider));
      const passesNow = passes(openWindows(state, dayOfWeek));
      if (passed !== passesNow) since = passesNow ? null : recorded;
      passed = passesNow;
    }
    return since;
  };
