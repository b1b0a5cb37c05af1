import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimit } from '../../adapters/metrics.ts';
import { networkOf } from './network-address.ts';

/** What connections may do. */
export interface ConnectionRules {
  /** Most connections open at once. */
  readonly connections: number;
  /** Most of them from one network address. */
  readonly connectionsPerAddress: number;
  /**
   * The most requests of one connection that wait for their response. Browsers and proxies send one request after the other. A
   * client that sends thousands at once causes work that no other limit counts.
   */
  readonly requestsPerConnection: number;
  /** The most heads from one network address within `shutMs` that are larger than any browser's. */
  readonly largeHeads: number;
  /** For how many milliseconds an address that exceeds a limit of requests or heads is shut out, since even parsing them is work. */
  readonly shutMs: number;
}

interface ConnectionLimitsOptions extends ConnectionRules {
  /** Whether an address is a proxy's. A proxy forwards everybody's requests, so its connections have no limit per address. */
  readonly isProxy: (address: string | undefined) => boolean;
  /** Called for each connection that is closed to keep a limit. */
  readonly onClosed: (limit: ConnectionLimit) => void;
}

/** Watches an HTTP server's connections. */
interface ConnectionLimits {
  /** Call it for each new connection. */
  opened(socket: Socket): void;
  /**
   * Call it for each request, before it is answered.
   *
   * @returns false when the request's connection is closed, so that the request needs no answer
   */
  requested(req: IncomingMessage, res: ServerResponse): boolean;
  /** Call it for each head that is refused because it is too large. */
  largeHead(socket: Socket): void;
  /** Call it for a body that comes in too many small pieces. */
  manyPieces(socket: Socket): void;
}

interface Connection {
  readonly socket: Socket;
  readonly network: Network;
  /** Requests whose response isn't sent yet; there may be several if the client pipelines. */
  readonly requests: Set<IncomingMessage>;
}

/** The connections from one network address. Each set is in the order in which connections joined it. */
interface Network {
  readonly name: string;
  readonly most: number;
  readonly connections: Set<Connection>;
  /** Connections without a request: no complete head has arrived yet, or the last request is answered. */
  readonly waiting: Set<Connection>;
  /** Connections with a request, of which at least the head has arrived. */
  readonly requesting: Set<Connection>;
}

/** The connection that is needed least; undefined when all of them are being answered. */
function leastNeeded({ waiting, requesting }: Network): Connection | undefined {
  for (const connection of waiting) return connection;
  for (const connection of requesting) {
    if ([...connection.requests].some(({ complete }) => !complete)) return connection;
    // The connection's request has arrived completely. Once it is answered, the connection is among the waiting ones again.
    requesting.delete(connection);
  }
  return undefined;
}

const first = <T>(set: ReadonlySet<T> | undefined): T | undefined => set?.values().next().value;

/** Groups networks by their number of connections, so that the largest one is found without a search. */
function createSizes() {
  const bySize: Set<Network>[] = [];
  return {
    /** Call it after each change of a network's connections, with their number before. */
    changed(network: Network, before: number) {
      bySize[before]?.delete(network);
      const size = network.connections.size;
      while (bySize.length <= size) bySize.push(new Set());
      if (size > 0) bySize[size]?.add(network);
      while (bySize.length > 0 && bySize.at(-1)?.size === 0) bySize.pop();
    },
    largest: () => first(bySize.at(-1)),
  };
}

/**
 * Keeps the number of connections within limits. A new connection over a limit is accepted, and another one is closed instead: the
 * one that has waited longest without a request, or else the one whose request has been arriving for the longest time. If the limit
 * of an address is reached, a connection of the same address is closed; if the limit of all is reached, one of the address with the
 * most connections. So a client that opens thousands of connections loses its own, and everybody else is served. A connection whose
 * request is being answered is closed only for a new connection from an address that has fewer connections.
 */
export function createConnectionLimits(options: ConnectionLimitsOptions): ConnectionLimits {
  const { shutMs, isProxy, onClosed } = options;
  const networks = new Map<string, Network>();
  const connections = new Map<Socket, Connection>();
  const sizes = createSizes();
  /** Addresses that may not open a connection, and until when. */
  const shut = new Map<string, number>();
  /** How many large heads came from an address, and until when they count. */
  const largeHeads = new Map<string, { readonly count: number; readonly until: number }>();

  function networkFrom(address: string | undefined): Network {
    const name = networkOf(address);
    const known = networks.get(name);
    if (known) return known;
    return {
      name,
      most: isProxy(address) ? Number.POSITIVE_INFINITY : options.connectionsPerAddress,
      connections: new Set(),
      waiting: new Set(),
      requesting: new Set(),
    };
  }

  function forget(connection: Connection): void {
    const { socket, network } = connection;
    if (!connections.delete(socket)) return;
    network.connections.delete(connection);
    network.waiting.delete(connection);
    network.requesting.delete(connection);
    sizes.changed(network, network.connections.size + 1);
    if (network.connections.size === 0) networks.delete(network.name);
  }

  function close(connection: Connection): void {
    forget(connection);
    connection.socket.destroy();
  }

  /** Closes a connection, and unless its address is a proxy's, all others of the address, which is shut out for a while. */
  function shutOut(connection: Connection): void {
    const { name, most, connections } = connection.network;
    close(connection);
    if (most === Number.POSITIVE_INFINITY) return;
    for (const neighbour of connections) close(neighbour);
    const now = performance.now();
    for (const [other, until] of shut) if (until <= now) shut.delete(other);
    shut.set(name, now + shutMs);
  }

  /** Closes a connection if a new one of this network is over a limit. @returns false when none can be closed */
  function makeRoom(own: Network): boolean {
    const isOverOwn = own.connections.size >= own.most;
    if (!isOverOwn && connections.size < options.connections) return true;
    onClosed(isOverOwn ? 'address' : 'all');
    const largest = isOverOwn ? own : (sizes.largest() ?? own);
    const isFair = largest.connections.size > own.connections.size;
    const closed = leastNeeded(largest) ?? (isFair ? first(largest.connections) : undefined);
    if (!closed) return false;
    close(closed);
    return true;
  }

  return {
    opened(socket) {
      const network = networkFrom(socket.remoteAddress);
      const isShutOut = (shut.get(network.name) ?? 0) > performance.now();
      if (isShutOut || !makeRoom(network)) {
        socket.destroy();
        return;
      }
      const connection = { socket, network, requests: new Set<IncomingMessage>() };
      connections.set(socket, connection);
      networks.set(network.name, network);
      network.connections.add(connection);
      network.waiting.add(connection);
      sizes.changed(network, network.connections.size - 1);
      socket.once('close', () => forget(connection));
    },

    requested(req, res) {
      const connection = connections.get(req.socket);
      // If the connection was closed because of a request, other requests that arrived together with that one are still parsed.
      if (!connection) return false;
      const { requests, network } = connection;
      if (requests.size >= options.requestsPerConnection) {
        onClosed('requests');
        shutOut(connection);
        return false;
      }
      requests.add(req);
      network.waiting.delete(connection);
      network.requesting.add(connection);
      res.once('close', () => {
        requests.delete(req);
        if (requests.size > 0 || !connections.has(req.socket)) return;
        network.requesting.delete(connection);
        network.waiting.add(connection);
      });
      return true;
    },

    manyPieces(socket) {
      const connection = connections.get(socket);
      if (!connection) return;
      onClosed('pieces');
      shutOut(connection);
    },

    largeHead(socket) {
      const connection = connections.get(socket);
      if (!connection) return;
      const { name } = connection.network;
      const now = performance.now();
      for (const [other, { until }] of largeHeads) if (until <= now) largeHeads.delete(other);
      const { count, until } = largeHeads.get(name) ?? { count: 0, until: now + shutMs };
      largeHeads.set(name, { count: count + 1, until });
      if (count < options.largeHeads) return;
      onClosed('heads');
      shutOut(connection);
    },
  };
}
