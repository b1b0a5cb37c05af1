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

function privateNetworks(): BlockList {
  const list = new BlockList();
  for (const network of NETWORKS) list.addSubnet(...network);
  return list;
}

/** Headers of a request that a proxy forwards. */
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
 * Whether a request comes directly from this machine or a private network. The connection's own address counts, never one
 * in a header. Forwarded requests are not private: their proxy has a private address, too, but their sender may not.
 */
export function privateCallers(): (req: Request) => boolean {
  const networks = privateNetworks();
  return (req) => {
    const { remoteAddress = '' } = req.socket;
    const isForwarded = FORWARDED.some((name) => req.get(name) !== undefined);
    return !isForwarded && networks.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
  };
}

/**
 * Whether a request may read what is for operators: it comes from a private caller, and for a host that is ours or private. Any other
 * name may be one that its owner has made lead here, so that a page of theirs can read it in a browser on this network.
 */
export function operatorsOf(publicUrl: string): (req: Request) => boolean {
  const isPrivateCaller = privateCallers();
  const { hostname } = new URL(publicUrl);
  return (req) => {
    const host = req.get('Host');
    const name = hostnameOf(host) ?? '.';
    // HTTP/1.0 has no host, and no browser speaks it.
    return isPrivateCaller(req) && (host === undefined || name === hostname || isPrivateName(name));
  };
}

/** Lets operators through; everybody else gets 404. */
export function operatorsOnly(publicUrl: string): RequestHandler {
  const isOperator = operatorsOf(publicUrl);
  return (req, _res, next) => next(isOperator(req) ? undefined : refuse('not-found'));
}
