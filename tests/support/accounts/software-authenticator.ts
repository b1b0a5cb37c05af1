import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Possible faults of an answer. */
export interface Flaws {
  /** Whether the authenticator has verified its user; true when left out. */
  readonly isVerified?: boolean;
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly userHandle?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encoded = (data: Uint8Array) => Buffer.from(data).toString('base64url');

/** An authenticator that answers without asking anybody. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #keys = new Map<string, { key: KeyObject; userHandle: string; counter: number }>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  #data(rpId: string, counter: number, flaws: Flaws, extra: Buffer = Buffer.alloc(0)): Buffer {
    const flags =
      USER_PRESENT |
      (flaws.isVerified === false ? 0 : USER_VERIFIED) |
      (extra.length > 0 ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(flaws.counter ?? counter);
    return Buffer.concat([sha256(flaws.rpId ?? rpId), Buffer.of(flags), count, extra]);
  }

  #client(type: string, challenge: string, flaws: Flaws): Buffer {
    const origin = flaws.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type, challenge: flaws.challenge ?? challenge, origin }));
  }

  create(options: PublicKeyCredentialCreationOptionsJSON, flaws: Flaws = {}): RegistrationResponseJSON {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const extra = Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(cose)]);
    const authData = this.#data(options.rp.id ?? '', 0, flaws, extra);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<never, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<never, never>()],
        ['authData', Uint8Array.from(authData)],
      ]),
    );
    this.#keys.set(encoded(id), { key: privateKey, userHandle: options.user.id, counter: 0 });
    return {
      id: encoded(id),
      rawId: encoded(id),
      type: 'public-key',
      response: {
        clientDataJSON: encoded(this.#client('webauthn.create', options.challenge, flaws)),
        attestationObject: encoded(attestation),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  get(
    options: PublicKeyCredentialRequestOptionsJSON,
    credentialId: string,
    flaws: Flaws = {},
  ): AuthenticationResponseJSON {
    const known = this.#keys.get(credentialId);
    if (!known) throw new Error('this authenticator has no such credential');
    known.counter += 1;
    const data = this.#data(options.rpId ?? '', known.counter, flaws);
    const client = this.#client('webauthn.get', options.challenge, flaws);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(known.key);
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
        userHandle: flaws.userHandle ?? known.userHandle,
      },
      clientExtensionResults: {},
    };
  }
}
