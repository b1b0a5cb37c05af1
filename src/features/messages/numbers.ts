import { createHmac, createSecretKey, KeyObject } from 'node:crypto';
import type { NamedKey } from '../../adapters/postgres/rewrap-keys.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { StartupError } from '../../adapters/startup-error.ts';
import { PROVIDER_ID } from '../../contracts/messages/provider-id.ts';
import type { EventStore, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import { SealBroken } from '../../eventsourcing/sealing/sealed-box.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { type NumberEvent, numberEventTypes, numberStream } from './events.ts';

/** The time since which a number takes no texts, and the person who chose that. */
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

/** Finds the time since which a number, as E.164, takes no texts; null for one that does, and for none. */
export type OptOutOf = (number: string | null) => Promise<OptOut | null>;

export const createOptOutOf =
  (store: Pick<EventStore, 'read'>, hashNumber: (number: string) => string): OptOutOf =>
  async (number) =>
    number === null ? null : optOutIn(await store.read(numberStream(hashNumber(number))));

/**
 * The key that numbers are hashed with. It is kept among the keys of streams and survives a change of the secret key: with another key,
 * nobody could find the streams of the numbers that have opted out.
 */
export const numberKeyOf = (secretKey: string): NamedKey => ({
  name: 'numbers',
  key: deriveKey(secretKey, 'message-number/v1'),
});

/**
 * Makes the keyed hash of a number, which names its stream.
 *
 * @throws StartupError when the kept key was wrapped by another secret key
 */
export async function numberHasherOf(
  keys: Pick<SealingKeys, 'keysOf'>,
  secretKey: string,
): Promise<(number: string) => string> {
  const { name, key } = numberKeyOf(secretKey);
  const found = await keys.keysOf([name]).catch((error: unknown) => {
    if (!(error instanceof SealBroken)) throw error;
    throw new StartupError('SECRET_KEY is not the key that this installation works with.');
  });
  const kept = found.get(name);
  const secret = kept instanceof KeyObject ? kept : createSecretKey(key);
  return (number) => createHmac('sha256', secret).update(number).digest('base64url');
}

/** Keyed hash of a number or address that texts are counted by. */
export function limitHasher(secretKey: string): (what: string) => string {
  const secret = createSecretKey(deriveKey(secretKey, 'message-limit/v1'));
  return (what) => createHmac('sha256', secret).update(what).digest('base64url');
}
