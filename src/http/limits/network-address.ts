import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The key by which limits count a network address. For IPv4 it is the address itself, in one spelling. For IPv6 it is the network of
 * 56 bits, since one household gets such a network. Empty for a text that is no address.
 */
export const networkOf = (address: string | undefined): string =>
  address !== undefined && isIP(address) > 0 ? ipKeyGenerator(address) : '';

/** Whether an address is that of a trusted proxy. The connection's own address has the distance 0. */
type TrustsProxy = (address: string, distance: number) => boolean;

/** @param setting the setting `TRUST_PROXY`; Express compiles it into such a function */
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
 * The network by which limits count a request. If a trusted proxy forwards something that is no address, it is the connection's
 * network: a text from outside must not become a key, since its sender could choose another text each time.
 */
export const senderNetwork = (req: IncomingMessage, trusts: TrustsProxy): string =>
  networkOf(senderOf(req, trusts)) || networkOf(req.socket.remoteAddress);
