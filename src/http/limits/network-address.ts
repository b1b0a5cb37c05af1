import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The key that limits count a network address by: an IPv4 address itself, however it is written, and of IPv6 the 56-bit
 * network, since that is what one household gets. Empty for text that is no address.
 */
export const networkOf = (address: string | undefined): string =>
  address !== undefined && isIP(address) > 0 ? ipKeyGenerator(address) : '';

/** Where a request comes from, in the two sizes that limits count by. */
export interface NetworkSender {
  /** IPv4 address, or IPv6 network of 56 bits. */
  readonly address: string;
  /** IPv6 network of 48 bits, which one customer of a provider may have; left out for IPv4. */
  readonly network?: string;
}

const WIDE_BITS = 48;

/** @param address as `networkOf` writes it */
export function networkSender(address: string): NetworkSender {
  const [ip = '', bits] = address.split('/');
  return bits === undefined ? { address } : { address, network: ipKeyGenerator(ip, WIDE_BITS) };
}

/** Whether an address is a trusted proxy's; the connection's own address has a distance of 0. */
type TrustsProxy = (address: string, distance: number) => boolean;

/** @param setting `TRUST_PROXY` as Express takes it, which compiles it into such a function */
export const trustsProxy = (setting: boolean | number | string): TrustsProxy =>
  express().set('trust proxy', setting).get('trust proxy fn');

/** The address that a request was sent from: the connection's, or the one that the outermost trusted proxy forwards. */
function senderOf({ socket, headers }: IncomingMessage, trusts: TrustsProxy): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()];
  return hops.find((hop, distance) => !trusts(hop, distance)) ?? hops.at(-1) ?? '';
}

/**
 * The network that limits count a request by. Where a trusted proxy forwards something that is no address, it is the
 * connection's network: text from outside must not become a key, since its sender could choose another one each time.
 */
export const senderNetwork = (req: IncomingMessage, trusts: TrustsProxy): string =>
  networkOf(senderOf(req, trusts)) || networkOf(req.socket.remoteAddress);
