import { isIP } from 'node:net';
import express from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * What limits count a network address under: an IPv4 address itself, however it is written, and for IPv6 the network
 * of 56 bits, since that is what one household gets. Empty for text that is no address.
 */
export const networkOf = (address: string | undefined): string =>
  address !== undefined && isIP(address) > 0 ? ipKeyGenerator(address) : '';

/** What the setting `TRUST_PROXY` says, as Express takes it. */
export type TrustProxy = boolean | number | string;

/** Tells whether a connection from this address comes from a proxy whose headers are believed. */
export function trustedProxies(trustProxy: TrustProxy): (address: string | undefined) => boolean {
  // Express compiles the setting into this function, and asks it for the connection's own address with a distance of 0.
  const app = express().set('trust proxy', trustProxy);
  const trusts: (address: string, distance: number) => boolean = app.get('trust proxy fn');
  return (address) => address !== undefined && trusts(address, 0);
}
