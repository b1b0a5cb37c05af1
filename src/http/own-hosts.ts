import type { Request, RequestHandler } from 'express';
import { privateCallers } from './private-callers.ts';
import { refuse } from './refusal.ts';

/**
 * What operators ask a process, also while it is still starting; load balancers and container engines do so at whatever
 * name or address they know it by.
 */
export const OPERATORS_PATHS = ['/healthz', '/readyz', '/metrics'];

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** The name in a `Host` header, without its port; undefined when it is anything else than a host. */
function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined || !/^[^\s/?#@\\]+$/.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '');
}

/** The address that a connection came to, as a host name has it. */
function ownAddress({ socket: { localAddress = '' } }: Request): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return address.includes(':') ? `[${address}]` : address;
}

/**
 * A request's target may be a whole address (RFC 9112, 3.2.2), which then counts instead of the `Host` header. It is
 * cut down to path and query, as all that follows expects them.
 *
 * @returns the host that the request is for
 */
function hostOf(req: Request): string | undefined {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(req.url) ?? [];
  if (authority === undefined) return req.get('Host');
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
  req.originalUrl = req.url;
  return authority;
}

/**
 * Answers only requests for a host of this server's own: that of `PUBLIC_URL`, the names of the machine itself, and the
 * address that the connection came to; with any port. A page elsewhere whose name leads to this server gets nothing, and
 * no answer is kept under a made-up host. The routes for operators answer private callers whatever host they name.
 */
export function ownHostsOnly(publicUrl: string): RequestHandler {
  const names = new Set([...LOCAL_NAMES, new URL(publicUrl).hostname]);
  const isPrivateCaller = privateCallers();
  return (req, _res, next) => {
    const name = hostnameOf(hostOf(req));
    if (name !== undefined && (names.has(name) || name === ownAddress(req))) return next();
    if (OPERATORS_PATHS.includes(req.path) && isPrivateCaller(req)) return next();
    return next(refuse('misdirected-request'));
  };
}
