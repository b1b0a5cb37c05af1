import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { CONNECTIONS, type ConnectionEvent, connectionEventTypes } from './events.ts';

/** The state of each connection, as far as the log tells. */
type Recorded = ReadonlyMap<string, 'made' | 'revoked'>;

/** A command says what is to be recorded. A repetition of what is recorded already adds nothing. */
export const connectionsDecider: Decider<
  ConnectionEvent,
  ConnectionEvent,
  Recorded,
  null,
  Map<string, 'made' | 'revoked'>
> = {
  streams: CONNECTIONS,
  eventTypes: connectionEventTypes,
  initialState: () => new Map(),
  decide(event, state) {
    const { connectionId, kind } = event.data;
    const known = state.get(connectionId);
    const isKnown =
      (event.type === 'ConnectionRevoked' && known === 'revoked') ||
      // A user makes calendar addresses again and again, under the same id.
      (event.type === 'ConnectionMade' && known === 'made' && kind !== 'calendar_address');
    return isKnown ? [] : [event];
  },
  evolve: (state, { type, data }) =>
    state.set(data.connectionId, type === 'ConnectionRevoked' ? 'revoked' : 'made'),
  resultOf: () => null,
};
