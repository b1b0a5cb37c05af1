import { PROVIDER_ID } from '../../contracts/messages/provider-id.ts';
import type { EventStore, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import { type NumberEvent, numberEventTypes, numberStream } from './events.ts';

/** That a number takes no texts: since when, and who has said so. */
interface OptOut {
  /** UTC instant. */
  readonly at: string;
  /** `customer`: by texting STOP; `provider`: it refused a text, since the number has opted out there. */
  readonly by: 'customer' | 'provider';
}

/** Ids of texts by the provider; those of our own attempts are UUIDs. */
const SID = new RegExp(`^${PROVIDER_ID}$`);

/**
 * Since when a number takes no texts; null for one that does. Each message counts once, in the order of the provider's
 * clock, and of two at the same instant the one that opts out.
 */
export function optOutIn(recorded: readonly RecordedEvent[]): OptOut | null {
  const events = recorded.map((event) => upcast(event, numberEventTypes) as RecordedEvent & NumberEvent);
  const ofType = (type: NumberEvent['type']) =>
    events.filter((event) => event.type === type).toSorted((a, b) => timeOf(a) - timeOf(b));
  const out = ofType('NumberOptedOut').at(-1);
  const back = ofType('NumberOptedIn').at(-1);
  if (!out || (back && timeOf(back) > timeOf(out))) return null;
  const { at, source } = out.data;
  return { at, by: SID.test(source) ? 'customer' : 'provider' };
}

const timeOf = ({ data }: NumberEvent): number => Date.parse(data.at);

/** Since when a number, as E.164, takes no texts; null for one that does, and for none. */
export type OptOutOf = (number: string | null) => Promise<OptOut | null>;

export const createOptOutOf =
  (store: Pick<EventStore, 'read'>, hashNumber: (number: string) => string): OptOutOf =>
  async (number) =>
    number === null ? null : optOutIn(await store.read(numberStream(hashNumber(number))));
