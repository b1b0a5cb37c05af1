import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Certificates of a private authority, made anew for each run: no key lies in the repository, and none expires. */
interface Authority {
  /** PEM, as `tlsCAFile` names it. */
  readonly certificate: string;
  issue(subject: Subject): ServerCertificate;
}

export interface ServerCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

export interface Subject {
  readonly hostName: string;
  /** Days from now until it ends; before now when negative. */
  readonly days?: number;
}

const DAY_MS = 86_400_000;

/** ASN.1's DER encoding, as far as a certificate needs it. */
const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const bitString = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const time = (instant: Date) => {
  const digits = instant.toISOString().replace(/\.\d+|[-:T]/g, '');
  return der(0x18, Buffer.from(digits));
};

const objectId = (dotted: string) => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number): number[] =>
    value < 0x80 ? [value] : [...base128(value >> 7).map((byte) => byte | 0x80), value & 0x7f];
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));
const COMMON_NAME = objectId('2.5.4.3');
const BASIC_CONSTRAINTS = objectId('2.5.29.19');
const ALTERNATIVE_NAME = objectId('2.5.29.17');
const TRUE = der(0x01, Buffer.from([0xff]));
const V3 = der(0xa0, integer(2));

const nameOf = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));

const generalName = (hostName: string) => {
  const isAddress = /^[\d.]+$/.test(hostName);
  return isAddress
    ? der(0x87, Buffer.from(hostName.split('.').map(Number)))
    : der(0x82, Buffer.from(hostName));
};

const pem = (certificate: Buffer) => {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};

interface Certified {
  readonly issuer: string;
  readonly issuerKey: KeyObject;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly days: number;
  readonly extension: Buffer;
}

const certify = ({ issuer, issuerKey, subject, publicKey, days, extension }: Certified): string => {
  const until = Date.now() + days * DAY_MS;
  const validity = sequence(time(new Date(Math.min(Date.now(), until) - DAY_MS)), time(new Date(until)));
  const serial = integer(1 + Math.floor(Math.random() * 126));
  const content = sequence(
    V3,
    serial,
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    validity,
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  return pem(sequence(content, ECDSA_WITH_SHA256, bitString(sign('sha256', content, issuerKey))));
};

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const createAuthority = (issuer: string): Authority => {
  const { privateKey: issuerKey, publicKey } = newKeys();
  const isAuthority = sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE)));
  return {
    certificate: certify({
      issuer,
      issuerKey,
      subject: issuer,
      publicKey,
      days: 2,
      extension: isAuthority,
    }),
    issue({ hostName, days = 1 }) {
      const keys = newKeys();
      const extension = sequence(ALTERNATIVE_NAME, der(0x04, sequence(generalName(hostName))));
      return {
        certificate: certify({
          issuer,
          issuerKey,
          subject: hostName,
          publicKey: keys.publicKey,
          days,
          extension,
        }),
        privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
};
