import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { SALON, type SalonEvent, salonEventTypes, thingOfSalon } from '../settings/events.ts';
import type { SendingKeysEvent } from './events.ts';

/** The rows that are in force, by channel; null where nothing is saved. */
export type KeysInForce = SendingKeysEvent['data'];

/** The new rows. A channel that is left out stays as it is. */
export type ChangeSendingKeys = Partial<KeysInForce>;

/** A single object, so that its identity shows whether anything has changed. */
const NOTHING_SAVED: KeysInForce = { sms: null, email: null };

/** Decides with which keys messages are sent. The keys themselves are unknown to it. */
export const sendingKeysDecider: Decider<ChangeSendingKeys, SalonEvent, KeysInForce> = {
  streams: SALON,
  eventTypes: salonEventTypes,
  thingOf: thingOfSalon,
  initialState: () => NOTHING_SAVED,
  decide({ sms, email }, state) {
    const data = {
      sms: sms === undefined ? state.sms : sms,
      email: email === undefined ? state.email : email,
    };
    const isSame = data.sms === state.sms && data.email === state.email;
    return isSame ? [] : [{ type: 'SendingKeysChanged', data }];
  },
  evolve: (state, event) => (event.type === 'SendingKeysChanged' ? event.data : state),
  resultOf: () => null,
};
