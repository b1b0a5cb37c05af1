import type { IncomingMessage } from 'node:http';

/** Whether a request names its host more than once, which Node leaves to us to refuse (RFC 9112, 3.2). */
export const namesHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length >
  1;

/**
 * Replaces a target that is a whole URL by its path and query. Such a target is allowed, and its host then counts instead of the
 * `Host` header (RFC 9112, 3.2.2). It must be replaced before any router sees it: a router takes such a URL apart only once, and
 * would look for its routes below the host.
 */
export function setOriginForm(req: IncomingMessage): void {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(req.url ?? '') ?? [];
  if (authority === undefined) return;
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
  req.headers.host = authority;
}
