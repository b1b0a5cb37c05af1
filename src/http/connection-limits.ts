import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimit } from '../adapters/metrics.ts';
import { networkOf } from './network-address.ts';

export interface ConnectionLimitsOptions {
  /** Most connections open at once. */
  readonly most: number;
  /** Most of them from one network address. */
  readonly mostPerAddress: number;
  /** A proxy brings everybody's requests, so its connections count in all, but not by address. */
  readonly isProxy: (address: string | undefined) => boolean;
  /** Told of each connection that is closed to keep a limit. */
  readonly onClosed: (limit: ConnectionLimit) => void;
}

/** Watches an HTTP server's connections. */
export interface ConnectionLimits {
  /** Call it for each new connection. */
  opened(socket: Socket): void;
  /** Call it for each request, before it is answered. */
  requested(req: IncomingMessage, res: ServerResponse): void;
}

interface Connection {
  readonly socket: Socket;
  readonly groups: readonly Group[];
  /** Those whose answer isn't sent yet; several where a client pipelines. */
  readonly requests: Set<IncomingMessage>;
}

/** The connections that share a limit. Both sets are in the order in which connections joined them. */
interface Group {
  readonly limit: ConnectionLimit;
  readonly most: number;
  open: number;
  /** No whole head of a request has arrived yet, or the last request is answered. */
  readonly waiting: Set<Connection>;
  /** A request has begun to arrive, and perhaps its body is still to come. */
  readonly requesting: Set<Connection>;
}

const createGroup = (limit: ConnectionLimit, most: number): Group => ({
  limit,
  most,
  open: 0,
  waiting: new Set(),
  requesting: new Set(),
});

/** The connection that is missed least; undefined when all of them are being answered. */
function leastNeeded({ waiting, requesting }: Group): Connection | undefined {
  for (const connection of waiting) return connection;
  for (const connection of requesting) {
    if ([...connection.requests].some(({ complete }) => !complete)) return connection;
    // Its request has arrived whole. Once that is answered, the connection is among the waiting ones again.
    requesting.delete(connection);
  }
  return undefined;
}

function remove(connection: Connection): void {
  for (const { waiting, requesting } of connection.groups) {
    waiting.delete(connection);
    requesting.delete(connection);
  }
}

/**
 * Keeps the number of connections within limits. A new connection over a limit isn't turned away: the one that has
 * waited longest without a request is closed in its place, or else the one whose request has been arriving for
 * longest. So whoever opens thousands of connections closes their own, and everybody else is answered. A connection
 * whose request is being answered stays; only when all are being answered is the new one closed.
 */
export function createConnectionLimits(options: ConnectionLimitsOptions): ConnectionLimits {
  const { most, mostPerAddress, isProxy, onClosed } = options;
  const all = createGroup('all', most);
  const byNetwork = new Map<string, Group>();
  const connections = new Map<Socket, Connection>();

  function groupOf(network: string): Group {
    const known = byNetwork.get(network);
    if (known) return known;
    const group = createGroup('address', mostPerAddress);
    byNetwork.set(network, group);
    return group;
  }

  /** Whether there is room in all of the groups; makes it where a connection can be spared. */
  function makeRoom(groups: readonly Group[]): boolean {
    for (const group of groups) {
      if (group.open < group.most) continue;
      onClosed(group.limit);
      const connection = leastNeeded(group);
      if (!connection) return false;
      forget(connection);
      connection.socket.destroy();
    }
    return true;
  }

  function forget(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    for (const group of connection.groups) group.open -= 1;
    remove(connection);
  }

  return {
    opened(socket) {
      const { remoteAddress } = socket;
      const network = isProxy(remoteAddress) ? undefined : networkOf(remoteAddress);
      const groups = network === undefined ? [all] : [groupOf(network), all];
      const forgetNetwork = () => {
        if (network !== undefined && byNetwork.get(network)?.open === 0) byNetwork.delete(network);
      };
      if (!makeRoom(groups)) {
        socket.destroy();
        forgetNetwork();
        return;
      }
      const connection = { socket, groups, requests: new Set<IncomingMessage>() };
      connections.set(socket, connection);
      for (const group of groups) {
        group.open += 1;
        group.waiting.add(connection);
      }
      socket.once('close', () => {
        forget(connection);
        forgetNetwork();
      });
    },

    requested(req, res) {
      const connection = connections.get(req.socket);
      if (!connection) return;
      const { requests, groups } = connection;
      requests.add(req);
      for (const { waiting, requesting } of groups) {
        waiting.delete(connection);
        requesting.add(connection);
      }
      res.once('close', () => {
        requests.delete(req);
        if (requests.size > 0 || !connections.has(req.socket)) return;
        for (const { waiting, requesting } of groups) {
          requesting.delete(connection);
          waiting.add(connection);
        }
      });
    },
  };
}
