import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { StartupError } from '../startup-error.ts';
import { parseEventStoreDbAddress } from './address.ts';

/** The client, and what goes with every call. */
export interface Connection {
  readonly client: EventStoreDBClient;
  readonly call: { readonly credentials: Credentials; readonly requiresLeader: true };
}

/** An append with credentials of its own takes the plain call; without TLS the client doesn't send them. */
const ANYBODY: Credentials = { username: 'salon', password: 'not-sent' };

/**
 * The client gives up a lost connection unseen by its callers, and fails unseen when it is just then looking for a
 * node in vain: an unhandled rejection, which would end the process. Nothing is lost by dropping it, since the
 * calls that look for a node fail by themselves.
 */
const mended = (client: EventStoreDBClient): EventStoreDBClient => {
  const giveUpChannel: (...failure: unknown[]) => Promise<void> = Reflect.get(client, 'handleError');
  Reflect.set(client, 'handleError', (...failure: unknown[]) => giveUpChannel(...failure).catch(() => {}));
  return client;
};

/**
 * The one client of the process. It connects when it is first used. User and password never reach the client's
 * own settings, since it prints its address when it doesn't know an option in it.
 *
 * @param url as `EVENTSTORE_URL` takes it
 * @throws StartupError when the address can't be understood; it doesn't repeat it
 */
export const connect = (url: string): Connection => {
  const address = parseEventStoreDbAddress(url);
  if (address && !address.credentials && !address.isInsecure) {
    throw new StartupError('EVENTSTORE_URL needs user:password@ before the host, unless it says tls=false.');
  }
  try {
    const client = EventStoreDBClient.connectionString(address?.withoutCredentials ?? '');
    return {
      client: mended(client),
      call: { credentials: address?.credentials ?? ANYBODY, requiresLeader: true },
    };
  } catch {
    throw new StartupError(
      'EVENTSTORE_URL is not an address that the EventStoreDB client understands, such as esdb://host:2113?tls=false.',
    );
  }
};
