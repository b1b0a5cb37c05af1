import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { StartupError } from '../startup-error.ts';
import { connectionString, type EventStoreDbAddress, optionIn, parseEventStoreDbAddress } from './address.ts';

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

/** The client's access to one service of the server. */
interface ServiceClient {
  getChannel(): Channel;
}

/** With credentials, the client appends by a plain call instead of a stream of batches; without TLS it doesn't send them. */
const ANYBODY: Credentials = { username: 'salon', password: 'not-sent' };

/**
 * In seconds. The client asks the nodes for the leader one after the other, in random order: a hung node must not use up
 * the time of the call that waits for it.
 */
const GOSSIP_TIMEOUT_S = '2';

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
 * @throws StartupError when the client can't use the address
 */
export const openClient = (address: EventStoreDbAddress): ClosableClient => {
  const gossipTimeout = optionIn(address, 'gossipTimeout') ?? GOSSIP_TIMEOUT_S;
  if (!address.isInsecure) leaveOutAddressWarning();
  let client: EventStoreDBClient;
  try {
    client = EventStoreDBClient.connectionString(connectionString(address, { gossipTimeout }));
  } catch {
    throw notAnAddress();
  }
  keepRejectionsHandled(client);
  const { node, closeChannel } = closingChannelOf(client);
  return {
    client,
    node,
    close: async () => {
      const closed = closeChannel();
      await client.dispose();
      await closed;
    },
  };
};

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
