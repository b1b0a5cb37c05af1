import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { connectivityState } from '@grpc/grpc-js';
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

/** A client that can be closed. The client's own `dispose()` ends streams but leaves the connection open. */
interface ClosableClient {
  readonly client: EventStoreDBClient;
  /** `host:port` of the node that the client is connected to, or was connected to last. */
  node(): string | undefined;
  close(): Promise<void>;
}

/** Options that every call has. */
export interface CallOptions {
  readonly credentials: Credentials;
  readonly requiresLeader: true;
}

interface Channel {
  close(): void;
  getConnectivityState(tryToConnect: boolean): connectivityState;
  watchConnectivityState(known: connectivityState, deadline: number, changed: () => void): void;
  /** `dns:host:port` */
  getTarget(): string;
}

/** The leader's address, as given by a node that refuses a call because it isn't the leader. */
interface LeaderEndPoint {
  readonly address: string;
  readonly port: number;
}

/** The client's access to one service of the server. */
interface ServiceClient {
  getChannel(): Channel;
}

/**
 * The client gets credentials even where none are needed: with credentials it appends by a plain call, without them by a
 * stream of batches. If the connection has no TLS, it doesn't send them.
 */
const ANYBODY: Credentials = { username: 'salon', password: 'not-sent' };

/** Settings of the search for the leader, unless the address has others. */
const SEARCH = { gossipTimeout: 2, maxDiscoverAttempts: 10, discoveryInterval: 100 };

/** @throws StartupError when the address can't be used. The message doesn't quote the address, which may contain a password. */
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

/** With TLS the client names a node by its IP address. Node warns of that once (DEP0123), but we can't change it. */
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
 * Makes a client, which connects when it is first used. The client gets the address without user and password, since it
 * prints the address if that contains an unknown option.
 *
 * @param onConnection called each time a connection to a node is made or lost, before any call can be answered on a new one
 * @param silentNode `host:port` of a node that doesn't answer, although the other nodes may still name it as the leader
 * @throws StartupError when the client can't use the address
 */
export const openClient = (
  address: EventStoreDbAddress,
  onConnection: () => void,
  silentNode?: string,
): ClosableClient => {
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
  const { node, closeChannel } = closingChannelOf(client, onConnection);
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
 * Makes the client connect to the node that `findLeader` finds. By itself the client asks one node after the other, in random
 * order, and takes the leader that the first answer names.
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
  // The leader is found before the client looks for it. If the client's own search failed, it would never search again.
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
 * The client replaces a lost connection in the background. If it finds no other node then, it leaves an unhandled rejection,
 * which would end the process. The rejection can be ignored, since the calls that wait for the node fail by themselves.
 */
function keepRejectionsHandled(client: EventStoreDBClient): void {
  const handleError: (...failure: unknown[]) => Promise<void> = Reflect.get(client, 'handleError');
  Reflect.set(client, 'handleError', (...failure: unknown[]) => handleError(...failure).catch(() => {}));
}

/**
 * Reports each connection that a channel gets or loses. gRPC replaces a lost connection by itself, without a word to its client, and the
 * next call goes to the server that is at the address then, which may be another one. It changes the channel's state before it ends the
 * calls of the lost one.
 */
function watchConnection(channel: Channel, onConnection: () => void): void {
  const { READY, SHUTDOWN } = connectivityState;
  const known = channel.getConnectivityState(false);
  if (known === SHUTDOWN) return;
  channel.watchConnectivityState(known, Number.POSITIVE_INFINITY, () => {
    if (known === READY || channel.getConnectivityState(false) === READY) onConnection();
    watchConnection(channel, onConnection);
  });
}

/**
 * gRPC shares a connection among all channels of a process with the same address and options. So the next client gets a new
 * connection only after every channel of a dead connection is closed. A closed client refuses new calls, and also calls that
 * still wait for a node, since an append that begins on a closed channel never settles.
 */
function closingChannelOf(client: EventStoreDBClient, onConnection: () => void) {
  let isClosed = false;
  let channel: Channel | undefined;
  const getClient: (...service: unknown[]) => Promise<ServiceClient> = Reflect.get(client, 'getGRPCClient');
  Reflect.set(client, 'getGRPCClient', async (...service: unknown[]) => {
    const serviceClient = await getClient(...service);
    const known = channel;
    channel = serviceClient.getChannel();
    if (channel !== known) watchConnection(channel, onConnection);
    if (!isClosed) return serviceClient;
    channel.close();
    throw new StoreUnavailable('the connection to EventStoreDB is closed');
  });
  return {
    node: () => channel?.getTarget().replace(/^\w+:/, ''),
    closeChannel: async () => {
      isClosed = true;
      // Calls that have already got the channel must begin before it is closed.
      await nextTurn();
      channel?.close();
    },
  };
}
