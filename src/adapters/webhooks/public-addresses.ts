import { BlockList, isIP } from 'node:net';

/** Ranges that aren't hosts of the internet, by the registries of special addresses that IANA keeps (RFC 6890). */
const NOT_PUBLIC_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by the customers of a carrier.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; clouds tell their machines secrets there.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, what is reserved, and broadcast.
  ['224.0.0.0', 3],
] as const;

/** All addresses that are given to hosts. Loopback, private, link-local and multicast ones lie outside, and those that hold an IPv4 address. */
const PUBLIC_IPV6 = ['2000::', 3] as const;
const NOT_PUBLIC_IPV6 = [
  // Protocols, such as Teredo, which holds an IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which holds an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const global = new BlockList();
global.addSubnet(...PUBLIC_IPV6, 'ipv6');
const special = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_IPV4) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of NOT_PUBLIC_IPV6) special.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address can belong to a host on the internet, and not only to one of a private network. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      // A zone, as in `fe80::1%eth0`, is of a link only.
      return !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}
