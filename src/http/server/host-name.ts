import { isIP } from 'node:net';

/** The name in a `Host` header, without its port; undefined when it isn't a host. */
export function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined || !/^[^\s/?#@\\]+$/.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '');
}

/** Reserved for networks of one's own: nobody can register a name under these. */
const PRIVATE_ENDINGS = ['.internal', '.local', '.localhost', '.home.arpa'];

/**
 * Whether nobody can have registered the name: an address, a name without a dot such as a container's, or a private one. Nobody
 * owns such a name, so no page from the internet can reach this server under it (DNS rebinding).
 */
export const isPrivateName = (name: string): boolean =>
  name.startsWith('[') ||
  isIP(name) > 0 ||
  !name.includes('.') ||
  PRIVATE_ENDINGS.some((ending) => name.endsWith(ending));
