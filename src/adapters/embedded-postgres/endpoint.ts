import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** A server takes connections at a Unix socket in its own folder, or at a port of this machine. */
export type Endpoint =
  | { readonly kind: 'socket'; readonly folder: string }
  | { readonly kind: 'port'; readonly port: number };

/** Part of the socket's name. It can be the same for all servers, since each has a folder of its own. */
const SOCKET_PORT = 5432;
/** The name that Postgres gives the socket; the lock file beside it has the same name with `.lock` at its end. */
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The longest path that a socket can have, in bytes without the terminating zero. */
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

export const socketPath = (folder: string): string => join(folder, SOCKET_NAME);

/**
 * Chooses where a new server takes connections. That is a Unix socket in the folder, which other accounts can't enter. If a
 * socket is impossible, because the path is too long or the file system has no sockets, it is a free port of this machine.
 */
export async function chooseEndpoint(folder: string): Promise<Endpoint> {
  return (await canHaveSocket(folder))
    ? { kind: 'socket', folder }
    : { kind: 'port', port: await freePort() };
}

async function canHaveSocket(folder: string): Promise<boolean> {
  if (process.platform === 'win32' || Buffer.byteLength(socketPath(folder)) > LONGEST_SOCKET_PATH)
    return false;
  // The probe's name is no longer than the socket's, so the probe can't fail because of its length.
  const probe = createServer().listen(join(folder, `.p${process.pid}`));
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** The settings that make the server take connections at this endpoint. */
export function endpointSettings(endpoint: Endpoint): Readonly<Record<string, string>> {
  switch (endpoint.kind) {
    case 'socket':
      // The path is relative to the database folder, since the server's user may not be allowed to enter the folders above it.
      return {
        listen_addresses: '',
        unix_socket_directories: '.',
        unix_socket_permissions: '0700',
        port: String(SOCKET_PORT),
      };
    case 'port':
      return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(endpoint.port) };
  }
}

interface Login {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The connection string, in the form that `DATABASE_URL` has. */
export function connectionString(endpoint: Endpoint, { user, password, database }: Login): string {
  const host =
    endpoint.kind === 'socket'
      ? `${encodeURIComponent(endpoint.folder)}:${SOCKET_PORT}`
      : `127.0.0.1:${endpoint.port}`;
  return `postgres://${user}:${password}@${host}/${database}`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string')
    throw new StartupError('No free port for the database.');
  return address.port;
}
