import { readFile } from 'node:fs/promises';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { errorCode } from '../startup-error.ts';
import { type EventStoreDbAddress, type Host, parseEventStoreDbAddress } from './address.ts';

const PROBE_MS = 2_000;

const NOT_THERE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'the network has no way there',
  ENETUNREACH: 'the network has no way there',
};

/** TLS's codes for a certificate that no trusted authority has signed. */
const UNTRUSTED =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|.*SELF_SIGNED_CERT.*|CERT_SIGNATURE_FAILURE|CERT_UNTRUSTED)$/;

type Probed = 'connected' | { readonly code: string };

/** Connects once, with TLS or without, and disconnects. */
const probe = (
  { name, port }: Host,
  tls?: { readonly ca?: Buffer | undefined; readonly acceptsAny?: boolean },
) =>
  new Promise<Probed>((resolve) => {
    const socket = tls
      ? connectTls({
          host: name,
          port,
          rejectUnauthorized: !tls.acceptsAny,
          ALPNProtocols: ['h2'],
          ...(tls.ca && { ca: tls.ca }),
          ...(isIP(name) ? {} : { servername: name }),
        })
      : connectTcp({ host: name, port });
    const end = (outcome: Probed) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(PROBE_MS, () => end({ code: 'SILENT' }));
    socket.on(tls ? 'secureConnect' : 'connect', () => end('connected'));
    socket.on('error', (error) => end({ code: errorCode(error) ?? 'UNKNOWN' }));
    socket.on('close', () => end({ code: 'CLOSED' }));
  });

const tlsFailure = (code: string, hasCaFile: boolean): string => {
  if (UNTRUSTED.test(code)) {
    return hasCaFile
      ? `its certificate is not from the authority in tlsCAFile (${code})`
      : `its certificate is from an authority that is not known here: tlsCAFile has to name it (${code})`;
  }
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `its certificate is for another host name (${code})`;
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `its certificate is not valid today (${code})`;
    case 'SILENT':
      return 'it takes connections and stays silent';
    case 'CLOSED':
    case 'ECONNRESET':
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `it does not speak TLS, and the address does not say tls=false (${code})`;
    default:
      return `TLS with it fails (${code})`;
  }
};

/** The reason why one host can't be connected to; undefined when it can, with TLS or without as the address says. */
const trouble = async (host: Host, address: EventStoreDbAddress): Promise<string | undefined> => {
  const reached = await probe(host);
  if (reached !== 'connected') {
    const { code } = reached;
    if (code === 'SILENT') return 'it cannot be reached (no answer)';
    return `${NOT_THERE[code] ?? 'it cannot be reached'} (${code})`;
  }
  if (address.isInsecure) {
    const speaksTls = (await probe(host, { acceptsAny: true })) === 'connected';
    return speaksTls ? 'it speaks TLS, and the address says tls=false' : undefined;
  }
  const { tlsCAFile } = address.files;
  const ca = tlsCAFile === undefined ? undefined : await readFile(tlsCAFile).catch(() => undefined);
  const secured = await probe(host, { ca });
  return secured === 'connected' ? undefined : tlsFailure(secured.code, tlsCAFile !== undefined);
};

const serverTrouble = ({ cause }: StoreUnavailable): string => {
  const words = cause instanceof Error ? cause.message : '';
  if (/not ready|leader|discover/i.test(words)) return 'it has no leader yet';
  return 'it takes connections and does not answer';
};

/**
 * The reason why a server can't be used, in a few words: the client's own error is the same for all causes. It doesn't quote the address or
 * the server's message, which may contain a name.
 */
export const whyUnavailable = async (url: string, error: StoreUnavailable): Promise<string> => {
  const address = parseEventStoreDbAddress(url);
  if (address === undefined) return serverTrouble(error);
  const troubles = await Promise.all(address.hosts.map((host) => trouble(host, address)));
  const found = troubles.map((words) => words ?? serverTrouble(error));
  if (new Set(found).size === 1) return found[0] ?? '';
  return found.map((words, index) => `host ${index + 1}: ${words}`).join('; ');
};
