import type { Request, RequestHandler } from 'express';
import { refuse } from '../refusal.ts';
import { hostnameOf } from './host-name.ts';
import { isPrivateCaller } from './private-callers.ts';

/**
 * The paths for operators. They are served during the start, too. Load balancers and container engines request them under any name
 * or address by which they know the process.
 */
export const OPERATORS_PATHS = ['/healthz', '/readyz', '/metrics'];

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** The local address of a connection, in the form that it has in a URL. */
function ownAddress({ socket: { localAddress = '' } }: Request): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return address.includes(':') ? `[${address}]` : address;
}

/**
 * Refuses requests for hosts that aren't this server's. Its hosts are that of `PUBLIC_URL`, the machine's local names, and the local
 * address of the connection, each with any port. This prevents DNS rebinding, and no cache can store a response under a made-up host.
 * Private callers may request the paths for operators under any host.
 */
export function ownHostsOnly(publicUrl: string): RequestHandler {
  const names = new Set([...LOCAL_NAMES, new URL(publicUrl).hostname]);
  return (req, _res, next) => {
    const host = req.get('Host');
    // The usual case. It is decided without parsing the host, which would take longer.
    if (host !== undefined && names.has(host.replace(/:\d+$/, ''))) return next();
    const name = hostnameOf(host);
    if (name !== undefined && (names.has(name) || name === ownAddress(req))) return next();
    if (OPERATORS_PATHS.includes(req.path) && isPrivateCaller(req)) return next();
    return next(refuse('misdirected-request'));
  };
}
