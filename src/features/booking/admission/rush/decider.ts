import type { Decider } from '../../../../eventsourcing/streams/decider.ts';
import { RUSH, type RushEvent, rushEventTypes } from './events.ts';

/** Staff end a rush. Whether there is one follows from the bookings, so each end counts. */
export const rushDecider: Decider<null, RushEvent, null> = {
  streams: RUSH,
  eventTypes: rushEventTypes,
  initialState: () => null,
  decide: () => [{ type: 'RushEnded', data: {} }],
  evolve: () => null,
  resultOf: () => null,
};
