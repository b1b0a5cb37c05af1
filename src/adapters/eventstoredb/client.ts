import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { StartupError } from '../startup-error.ts';
import { connectionString, type EventStoreDbAddress, optionIn, parseEventStoreDbAddress } from './address.ts';

/** A client that can be closed altogether: its own `dispose()` ends streams and leaves the connection open. */
export interface ClosableClient {
  readonly client: EventStoreDBClient;
  close(): Promise<void>;
}

/** Goes with every call. */
export interface CallOptions {
  readonly credentials: Credentials;
  readonly requiresLeader: true;
}

interface Channel {
  close(): void;
}

/** The client's access to one service of the server. */
interface ServiceClient {
  getChannel(): Channel;
}

/** An append with credentials of its own takes the plain call; without TLS the client doesn't send them. */
const ANYBODY: Credentials = { username: 'salon', password: 'not-sent' };

/**
 * In seconds. The client asks the nodes for the leader one after the other, in random order: a hung one must not
 * use up the time of the call that waits for the answer.
 */
const GOSSIP_TIMEOUT_S = '2';

/** @throws StartupError when the address can't be understood; it doesn't repeat it */
export const addressOf = (url: string): EventStoreDbAddress => {
  const address = parseEventStoreDbAddress(url);
  if (address === undefined) throw notAnAddress();
  if (!address.credentials && !address.isInsecure) {
    throw new StartupError('EVENTSTORE_URL needs user:password@ before the host, unless it says tls=false.');
  }
  for (const [option, path] of Object.entries(address.isInsecure ? {} : address.files)) {
    if (!existsSync(path)) {
      throw new StartupError(`The file that ${option} in EVENTSTORE_URL names is not there.`);
    }
  }
  return address;
};

const notAnAddress = () =>
  new StartupError(
    'EVENTSTORE_URL is not an address that the EventStoreDB client understands, such as esdb://host:2113?tls=false.',
  );

export const callOptionsOf = ({ credentials }: EventStoreDbAddress): CallOptions => ({
  credentials: credentials ?? ANYBODY,
  requiresLeader: true,
});

/**
 * Makes a client; it connects when it is first used. User and password never reach its own settings, since it
 * prints its address when it doesn't know an option in it.
 *
 * @throws StartupError when the client can't use the address
 */
export const openClient = (address: EventStoreDbAddress): ClosableClient => {
  const gossipTimeout = optionIn(address, 'gossipTimeout') ?? GOSSIP_TIMEOUT_S;
  let client: EventStoreDBClient;
  try {
    client = EventStoreDBClient.connectionString(connectionString(address, { gossipTimeout }));
  } catch {
    throw notAnAddress();
  }
  keepRejectionsHandled(client);
  const closeChannel = closingChannelOf(client);
  return {
    client,
    close: async () => {
      const closed = closeChannel();
      await client.dispose();
      await closed;
    },
  };
};

/**
 * The client gives up a lost connection unseen by its callers. When it is looking for another node in vain just then,
 * it leaves an unhandled rejection, which would end the process; the calls that wait for the node fail by themselves.
 */
function keepRejectionsHandled(client: EventStoreDBClient): void {
  const handleError: (...failure: unknown[]) => Promise<void> = Reflect.get(client, 'handleError');
  Reflect.set(client, 'handleError', (...failure: unknown[]) => handleError(...failure).catch(() => {}));
}

/**
 * gRPC shares connections among all channels of a process with the same address and options: only when every channel
 * to a dead connection is closed does the next client get a new one. A closed client refuses further calls, and those
 * that are still waiting for a node: begun on a closed channel, an append would never settle.
 */
function closingChannelOf(client: EventStoreDBClient): () => Promise<void> {
  let isClosed = false;
  let channel: Channel | undefined;
  const getClient: (...service: unknown[]) => Promise<ServiceClient> = Reflect.get(client, 'getGRPCClient');
  Reflect.set(client, 'getGRPCClient', async (...service: unknown[]) => {
    const serviceClient = await getClient(...service);
    channel = serviceClient.getChannel();
    if (!isClosed) return serviceClient;
    channel.close();
    throw new StoreUnavailable('the connection to EventStoreDB is closed');
  });
  return async () => {
    isClosed = true;
    // What has got its channel begins first.
    await nextTurn();
    channel?.close();
  };
}
