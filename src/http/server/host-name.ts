import { isIP } from 'node:net';

/** The name in a `Host` header, without the port; undefined when the header isn't a host. */
export function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined || !/^[^\s/?#@\\]+$/.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '');
}

/** Endings that are reserved for private networks. Nobody can register a name with one of them. */
const PRIVATE_ENDINGS = ['.internal', '.local', '.localhost', '.home.arpa'];

/**
 * Whether it is a name that nobody can register: an IP address, a name without a dot such as a container's, or one with a private
 * ending. Nobody on the internet can make such a name lead to this server, so a page from there can't reach the server by it (DNS
 * rebinding).
 */
export const isPrivateName = (name: string): boolean =>
  name.startsWith('[') ||
  isIP(name) > 0 ||
  !name.includes('.') ||
  PRIVATE_ENDINGS.some((ending) => name.endsWith(ending));
