import type { Decider } from '../../../../eventsourcing/streams/decider.ts';
import { RUSH, type RushEvent, rushEventTypes } from './events.ts';

/** Records that staff end a rush. Whether there is a rush follows from the bookings, so no command is refused here. */
export const rushDecider: Decider<null, RushEvent, null> = {
  streams: RUSH,
  eventTypes: rushEventTypes,
  initialState: () => null,
  decide: () => [{ type: 'RushEnded', data: {} }],
  evolve: () => null,
  resultOf: () => null,
};
