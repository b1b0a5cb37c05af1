import { BlockList, isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';
import { refuse } from './refusal.ts';

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

/** Headers by which a proxy says for whom it asks. */
const FORWARDED = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Host', 'Via'];

/**
 * Lets through whoever asks from this machine or a private network, by itself; to everyone else there is nothing
 * here. A request that a proxy passes on comes from a private address too, so one that says so is refused. The
 * connection's own address counts, never one that a header claims.
 */
export function privateCallersOnly(): RequestHandler {
  const networks = privateNetworks();
  return (req, _res, next) => {
    const { remoteAddress = '' } = req.socket;
    const isPrivate = networks.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
    const isForwarded = FORWARDED.some((name) => req.get(name) !== undefined);
    next(isPrivate && !isForwarded ? undefined : refuse('not-found'));
  };
}
