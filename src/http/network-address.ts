import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * What limits count a network address under: an IPv4 address itself, however it is written, and for IPv6 the network
 * of 56 bits, since that is what one household gets. Empty for text that is no address.
 */
export const networkOf = (address: string | undefined): string =>
  address !== undefined && isIP(address) > 0 ? ipKeyGenerator(address) : '';

/** Whether an address is a proxy whose headers are believed; the connection's own address has a distance of 0. */
export type TrustsProxy = (address: string, distance: number) => boolean;

/** @param setting what `TRUST_PROXY` says, as Express takes it; Express compiles it into such a function. */
export const trustsProxy = (setting: boolean | number | string): TrustsProxy =>
  express().set('trust proxy', setting).get('trust proxy fn');

/** The address that a request was sent from: the connection's, or what the outermost trusted proxy says of its own. */
function senderOf({ socket, headers }: IncomingMessage, trusts: TrustsProxy): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()];
  return hops.find((hop, distance) => !trusts(hop, distance)) ?? hops.at(-1) ?? '';
}

/**
 * The network that a request counts under. Where what a trusted proxy says of the sender is no address, it is that of
 * the connection: text from outside must not become a key that limits count under, since whoever sends it could choose
 * another one each time.
 */
export const senderNetwork = (req: IncomingMessage, trusts: TrustsProxy): string =>
  networkOf(senderOf(req, trusts)) || networkOf(req.socket.remoteAddress);
