import dns from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFailure } from '../../contracts/settings/webhooks.ts';
import { isPublicAddress } from './public-addresses.ts';

/**
 * The reason why a delivery failed:
 * - `address`: the name leads to an address that isn't public;
 * - `name`: there is no such name;
 * - `unreachable`: nothing accepts connections there;
 * - `certificate`: no encrypted connection can be made;
 * - `timeout`: there was no answer in time;
 * - `broken`: the connection broke off, or the answer wasn't HTTP;
 * - `redirect`, `gone`, `status`: it was answered with a status of 3xx, with 410, or with another one that isn't 2xx.
 */
type PostFailure = Exclude<DeliveryFailure, 'secret'>;

export interface Posted {
  /** Null if there was no answer. */
  readonly status: number | null;
  /** Null if it was accepted. */
  readonly failure: PostFailure | null;
  /** The pause that the other side asks for; undefined if it asks for none. */
  readonly retryAfterMs?: number | undefined;
  readonly durationMs: number;
}

export interface PostOptions {
  /** Whether addresses of private networks, and addresses without encryption, are allowed. */
  readonly allowPrivate: boolean;
  readonly timeoutMs?: number;
  /** Finds the addresses of a name; the system's look-up when left out. */
  readonly lookup?: typeof dns.lookup;
}

const TIMEOUT_MS = 15_000;
/** An answer is read up to here, so that its connection can be used again. A longer one is cut off. */
const MOST_ANSWER_BYTES = 4_096;
const MOST_ANSWER_MS = 1_000;
/** Answers that only say that the real one comes later (1xx). Each costs processor time, so they mustn't go on. */
const MOST_INTERIM_ANSWERS = 8;
/** The lowest port beside 443: those below are of services that everybody knows, and none of them takes events. */
const FIRST_FREE_PORT = 1_024;

/** Connections to other servers. The code that opens them closes them. */
export interface Agents {
  readonly https: https.Agent;
  readonly http: http.Agent;
  close(): void;
}

class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

/** The fault of an address for deliveries, in words for people; undefined if nothing can be seen without looking its name up. */
export function faultOfUrl(url: URL, allowPrivate: boolean): string | undefined {
  if (url.username !== '' || url.password !== '')
    return 'Please leave out the user name and password: deliveries are signed instead.';
  if (allowPrivate) return undefined;
  if (url.protocol !== 'https:') return 'Please enter an address that begins with https://.';
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return `Please enter an address with the port 443 or one from ${FIRST_FREE_PORT}.`;
  if (isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url)))
    return 'Please enter an address on the internet: this one is of a private network.';
  return undefined;
}

const CERTIFICATE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO$)/;
const UNREACHABLE = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL'];

function failureOf(error: Error & { readonly code?: string }): PostFailure {
  // If several addresses were tried, all have failed.
  if (error instanceof AggregateError) return failureOf(error.errors[0] ?? new Error('none'));
  if (error instanceof AddressRefused) return 'address';
  const { code = '' } = error;
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'name';
  if (UNREACHABLE.includes(code)) return 'unreachable';
  return CERTIFICATE.test(code) ? 'certificate' : 'broken';
}

function failureOfStatus(status: number): PostFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'status';
}

/** @param text seconds, or a date of HTTP */
function retryAfterMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** Reads a little of an answer that nobody needs, and lets its connection go. */
function drain(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const cut = () => void answer.destroy();
    const timer = setTimeout(cut, MOST_ANSWER_MS);
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_ANSWER_BYTES) cut();
    });
    answer.on('error', () => {});
    answer.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Sends JSON to addresses that people have entered. It never connects to a private network, and follows no redirect. */
export function createPost({ allowPrivate, timeoutMs = TIMEOUT_MS, lookup = dns.lookup }: PostOptions) {
  /** The addresses that are checked here are connected to, so a name can't lead elsewhere a moment later. */
  const publicLookup: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const [first] = found;
      const isPublic = found.every(({ address }) => isPublicAddress(address));
      if (first === undefined || !(allowPrivate || isPublic))
        return callback(new AddressRefused(`${hostname} isn't public`), []);
      if (options.all) return callback(null, found);
      return callback(null, first.address, first.family);
    });

  return {
    /** Keeps the connection for requests that follow one another at once. */
    openAgents(): Agents {
      const agents = {
        https: new https.Agent({ keepAlive: true }),
        http: new http.Agent({ keepAlive: true }),
      };
      return {
        ...agents,
        close() {
          agents.https.destroy();
          agents.http.destroy();
        },
      };
    },

    /** @returns what came of it; undefined when the signal aborted first */
    async post(
      address: string,
      { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
      agents: Agents,
      signal: AbortSignal,
    ): Promise<Posted | undefined> {
      const began = performance.now();
      const ended = (status: number | null, failure: PostFailure | null): Posted => ({
        status,
        failure,
        durationMs: Math.round(performance.now() - began),
      });
      const url = new URL(address);
      if (faultOfUrl(url, allowPrivate) !== undefined) return ended(null, 'address');
      if (signal.aborted) return undefined;
      const late = AbortSignal.timeout(timeoutMs);
      const ending = AbortSignal.any([signal, late]);
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const isEncrypted = url.protocol === 'https:';
      const request = (isEncrypted ? https : http).request(url, {
        method: 'POST',
        agent: isEncrypted ? agents.https : agents.http,
        lookup: publicLookup,
        signal: ending,
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      });
      let interim = 0;
      request.on('information', () => {
        interim += 1;
        if (interim > MOST_INTERIM_ANSWERS) request.destroy();
      });
      request.on('response', resolve).on('error', reject);
      // Neither of them comes if the server offers another protocol, for example.
      request.on('close', () => reject(new Error('the connection was closed')));
      request.end(body);
      try {
        const answer = await promise;
        const { statusCode: status = 0, headers: answered } = answer;
        const posted = ended(status, failureOfStatus(status));
        await drain(answer);
        return { ...posted, retryAfterMs: retryAfterMs(answered['retry-after'], Date.now()) };
      } catch (error) {
        if (signal.aborted) return undefined;
        return ended(null, late.aborted ? 'timeout' : failureOf(error as Error));
      }
    },
  };
}

export type Post = ReturnType<typeof createPost>;
