import { createHmac, createSecretKey } from 'node:crypto';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { PROVIDER_ID } from '../../contracts/messages/provider-id.ts';
import type { EventStore, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import { type NumberEvent, numberEventTypes, numberStream } from './events.ts';

/** Since when a number takes no texts, and by whose choice. */
interface OptOut {
  /** UTC instant. */
  readonly at: string;
  /** `customer`: texted STOP to us; `provider`: refused a text, since the number has opted out there. */
  readonly by: 'customer' | 'provider';
}

/** The provider's ids of texts; our attempts have UUIDs. */
const SID = new RegExp(`^${PROVIDER_ID}$`);

/**
 * Since when a number takes no texts; null for one that does. Messages are ordered by the provider's clock; of two at the same instant
 * the opt-out wins.
 */
function optOutIn(recorded: readonly RecordedEvent[]): OptOut | null {
  const events = recorded.map((event) => upcast(event, numberEventTypes));
  const ofType = (type: NumberEvent['type']) =>
    events.filter((event) => event.type === type).toSorted((a, b) => timeOf(a) - timeOf(b));
  const out = ofType('NumberOptedOut').at(-1);
  const back = ofType('NumberOptedIn').at(-1);
  if (!out || (back && timeOf(back) > timeOf(out))) return null;
  const { at, source } = out.data;
  return { at, by: SID.test(source) ? 'customer' : 'provider' };
}

const timeOf = ({ data }: NumberEvent): number => Date.parse(data.at);

/** Whether a number takes texts. */
export const takesTexts = (recorded: readonly RecordedEvent[]): boolean => optOutIn(recorded) === null;

/** Since when a number, as E.164, takes no texts; null for one that does, and for none. */
export type OptOutOf = (number: string | null) => Promise<OptOut | null>;

export const createOptOutOf =
  (store: Pick<EventStore, 'read'>, hashNumber: (number: string) => string): OptOutOf =>
  async (number) =>
    number === null ? null : optOutIn(await store.read(numberStream(hashNumber(number))));

/** Keyed hash of a number, which names its stream. */
export function numberHasher(secretKey: string): (number: string) => string {
  const secret = createSecretKey(deriveKey(secretKey, 'message-number/v1'));
  return (number) => createHmac('sha256', secret).update(number).digest('base64url');
}

/** Keyed hash of a number or address that texts are counted by. */
export function limitHasher(secretKey: string): (what: string) => string {
  const secret = createSecretKey(deriveKey(secretKey, 'message-limit/v1'));
  return (what) => createHmac('sha256', secret).update(what).digest('base64url');
}
