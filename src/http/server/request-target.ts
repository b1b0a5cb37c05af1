import type { IncomingMessage } from 'node:http';

/** Whether a request names its host more than once, which Node leaves to us to refuse (RFC 9112, 3.2). */
export const namesHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/**
 * A request's target may be a whole URL, whose host then counts instead of the `Host` header (RFC 9112, 3.2.2). It is
 * reduced to path and query before any router sees it: a router takes such a URL apart once, and would look for its routes
 * under the host.
 */
export function setOriginForm(req: IncomingMessage): void {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(req.url ?? '') ?? [];
  if (authority === undefined) return;
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
  req.headers.host = authority;
}
