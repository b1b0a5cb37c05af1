import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { StartupError } from '../startup-error.ts';
import {
  connectionString,
  type EventStoreDbAddress,
  isCluster,
  nodesOf,
  optionIn,
  parseEventStoreDbAddress,
} from './address.ts';
import { findLeader } from './leader.ts';

/** A client that can be closed: its own `dispose()` ends streams but leaves the connection open. */
interface ClosableClient {
  readonly client: EventStoreDBClient;
  /** `host:port` that it is connected to, or was last. */
  node(): string | undefined;
  close(): Promise<void>;
}

/** Options of every call. */
export interface CallOptions {
  readonly credentials: Credentials;
  readonly requiresLeader: true;
}

interface Channel {
  close(): void;
  /** `dns:host:port` */
  getTarget(): string;
}

/** The leader as a node names it that refuses a call. */
interface LeaderEndPoint {
  readonly address: string;
  readonly port: number;
}

/** The client's access to one service of the server. */
interface ServiceClient {
  getChannel(): Channel;
}

/** With credentials, the client appends by a plain call instead of a stream of batches; without TLS it doesn't send them. */
const ANYBODY: Credentials = { username: 'salon', password: 'not-sent' };

/** How the nodes are asked for the leader, unless the address says otherwise. */
const SEARCH = { gossipTimeout: 2, maxDiscoverAttempts: 10, discoveryInterval: 100 };

/** @throws StartupError when the address can't be used; its message doesn't quote the address */
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

let isWarningLeftOut = false;

/** The client names a node by its IP address in TLS, of which Node warns once (DEP0123): nobody here can change that. */
function leaveOutAddressWarning(): void {
  if (isWarningLeftOut) return;
  isWarningLeftOut = true;
  const emit = process.emitWarning;
  process.emitWarning = (...warning: unknown[]) => {
    if (warning.includes('DEP0123')) process.emitWarning = emit;
    else Reflect.apply(emit, process, warning);
  };
}

/**
 * Makes a client, which connects when it is first used. Its address has no user and password, since it prints the address
 * when there is an unknown option in it.
 *
 * @param silentNode `host:port` of a node that doesn't answer, which the others may still name as the leader
 * @throws StartupError when the client can't use the address
 */
export const openClient = (address: EventStoreDbAddress, silentNode?: string): ClosableClient => {
  if (!address.isInsecure) leaveOutAddressWarning();
  let client: EventStoreDBClient;
  try {
    client = EventStoreDBClient.connectionString(connectionString(address));
  } catch {
    throw notAnAddress();
  }
  const closing = new AbortController();
  if (isCluster(address)) connectToLeader(client, address, silentNode, closing.signal);
  keepRejectionsHandled(client);
  const { node, closeChannel } = closingChannelOf(client);
  return {
    client,
    node,
    close: async () => {
      closing.abort();
      const closed = closeChannel();
      await client.dispose();
      await closed;
    },
  };
};

/**
 * Finds the node to connect to in place of the client, which asks one node after the other, in random order, and takes whatever
 * leader the first to answer names.
 */
function connectToLeader(
  client: EventStoreDBClient,
  address: EventStoreDbAddress,
  silentNode: string | undefined,
  signal: AbortSignal,
): void {
  const setting = (name: keyof typeof SEARCH) => Number(optionIn(address, name) ?? SEARCH[name]);
  const search = () =>
    findLeader({
      nodes: nodesOf(address),
      silentNode,
      clientOf: (node) =>
        EventStoreDBClient.connectionString(connectionString({ ...address, scheme: 'esdb' }, [node])),
      timeoutMs: setting('gossipTimeout') * 1_000,
      attempts: setting('maxDiscoverAttempts'),
      intervalMs: setting('discoveryInterval'),
      signal,
    });
  let leader: Promise<string> | undefined;
  const knownLeader = () => {
    leader ??= search().catch((error: unknown) => {
      leader = undefined;
      throw error;
    });
    return leader;
  };
  const getClient: (...service: unknown[]) => Promise<ServiceClient> = Reflect.get(client, 'getGRPCClient');
  const handleError: (failed: ServiceClient, error: unknown) => Promise<void> = Reflect.get(
    client,
    'handleError',
  );
  const dropsConnection: (error: unknown) => readonly [boolean, LeaderEndPoint?] = Reflect.get(
    client,
    'shouldReconnect',
  );
  // Before the client looks for it: where that fails, the client would never look again.
  Reflect.set(client, 'getGRPCClient', async (...service: unknown[]) => {
    await knownLeader();
    return getClient(...service);
  });
  Reflect.set(client, 'resolveUri', knownLeader);
  Reflect.set(client, 'handleError', (failed: ServiceClient, error: unknown) => {
    const [isDropped, next] = dropsConnection(error);
    if (isDropped) leader = next && Promise.resolve(`${next.address}:${next.port}`);
    return handleError(failed, error);
  });
}

/**
 * The client drops a lost connection in the background. If it fails to find another node then, it leaves an unhandled
 * rejection, which would end the process. The calls that wait for the node fail by themselves.
 */
function keepRejectionsHandled(client: EventStoreDBClient): void {
  const handleError: (...failure: unknown[]) => Promise<void> = Reflect.get(client, 'handleError');
  Reflect.set(client, 'handleError', (...failure: unknown[]) => handleError(...failure).catch(() => {}));
}

/**
 * gRPC shares a connection among all channels of a process with the same address and options: the next client gets a new
 * connection only after every channel of a dead one is closed. A closed client refuses new calls and those that still wait
 * for a node, since an append that begins on a closed channel never settles.
 */
function closingChannelOf(client: EventStoreDBClient) {
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
  return {
    node: () => channel?.getTarget().replace(/^\w+:/, ''),
    closeChannel: async () => {
      isClosed = true;
      // Calls that have got their channel begin first.
      await nextTurn();
      channel?.close();
    },
  };
}
