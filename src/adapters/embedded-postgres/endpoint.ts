import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** Where a server takes connections: at a Unix socket in its own folder, or at a port of this machine. */
export type Endpoint =
  | { readonly kind: 'socket'; readonly folder: string }
  | { readonly kind: 'port'; readonly port: number };

/** Part of the socket's name. Each server has a folder of its own, so all of them may have the same. */
const SOCKET_PORT = 5432;
/** As Postgres names it; beside it there is a lock file of the same name with `.lock` at its end. */
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** What the system takes as a socket's address, in bytes without the closing zero. */
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

export const socketPath = (folder: string): string => join(folder, SOCKET_NAME);

/**
 * Chooses where a new server takes connections. A Unix socket can be reached only through the folder, which others
 * can't enter. Where there is none, because the path is too long or the file system has no sockets, it is a free port
 * of this machine.
 */
export async function chooseEndpoint(folder: string): Promise<Endpoint> {
  return (await canHaveSocket(folder))
    ? { kind: 'socket', folder }
    : { kind: 'port', port: await freePort() };
}

async function canHaveSocket(folder: string): Promise<boolean> {
  if (process.platform === 'win32' || Buffer.byteLength(socketPath(folder)) > LONGEST_SOCKET_PATH)
    return false;
  // No longer than the socket itself.
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

/** The server's settings for it. */
export function endpointSettings(endpoint: Endpoint): Readonly<Record<string, string>> {
  switch (endpoint.kind) {
    case 'socket':
      // The server works in its folder, which its user may not be able to reach from the root.
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

export interface Login {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Connection string, as `DATABASE_URL` takes it. */
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
