import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { type AccessEvent, accessEventTypes, CONNECTIONS, isOfPerson } from './events.ts';

/** The state of each connection, as far as the log tells. */
type Recorded = ReadonlyMap<string, 'made' | 'revoked'>;

/** A command says what is to be recorded. A repetition of what is recorded of a connection already adds nothing. */
export const connectionsDecider: Decider<
  AccessEvent,
  AccessEvent,
  Recorded,
  null,
  Map<string, 'made' | 'revoked'>
> = {
  streams: CONNECTIONS,
  eventTypes: accessEventTypes,
  initialState: () => new Map(),
  decide(event, state) {
    if (isOfPerson(event)) return [event];
    const { connectionId, kind } = event.data;
    const known = state.get(connectionId);
    const isKnown =
      (event.type === 'ConnectionRevoked' && known === 'revoked') ||
      // A user makes calendar addresses again and again, under the same id.
      (event.type === 'ConnectionMade' && known === 'made' && kind !== 'calendar_address');
    return isKnown ? [] : [event];
  },
  evolve: (state, event) =>
    isOfPerson(event)
      ? state
      : state.set(event.data.connectionId, event.type === 'ConnectionRevoked' ? 'revoked' : 'made'),
  resultOf: () => null,
};
