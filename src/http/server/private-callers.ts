import { BlockList, isIPv6 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { refuse } from '../refusal.ts';
import { hostnameOf, isPrivateName } from './host-name.ts';

const NETWORKS: readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
];
const PRIVATE_NETWORKS = new BlockList();
for (const network of NETWORKS) PRIVATE_NETWORKS.addSubnet(...network);

/** Headers that proxies add to a request that they forward. */
const FORWARDED = [
  'X-Forwarded-For',
  'Forwarded',
  'X-Real-IP',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Client-IP',
  'CF-Connecting-IP',
  'Via',
];

/**
 * Whether a request comes directly from this machine or a private network. Only the connection's own address counts, never one in a
 * header. A forwarded request isn't private: its proxy has a private address, too, but its sender may not.
 */
export function isPrivateCaller(req: Request): boolean {
  const { remoteAddress = '' } = req.socket;
  const isForwarded = FORWARDED.some((name) => req.get(name) !== undefined);
  return !isForwarded && PRIVATE_NETWORKS.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}

/**
 * Whether a request may read what is for operators: it comes from a private caller, and its host is the site's own or a private name.
 * The owner of any other name could make it lead to this server, so that a page of theirs, opened in a browser on this network, could
 * read the answer.
 */
export function operatorsOf(publicUrl: string): (req: Request) => boolean {
  const { hostname } = new URL(publicUrl);
  return (req) => {
    const host = req.get('Host');
    const name = hostnameOf(host) ?? '.';
    // A request without a host is HTTP/1.0, which no browser uses.
    return isPrivateCaller(req) && (host === undefined || name === hostname || isPrivateName(name));
  };
}

/** Lets operators through; everybody else gets 404. */
export function operatorsOnly(publicUrl: string): RequestHandler {
  const isOperator = operatorsOf(publicUrl);
  return (req, _res, next) => next(isOperator(req) ? undefined : refuse('not-found'));
}
