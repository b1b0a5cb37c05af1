import { z } from 'zod';
import { boundedText, lineField, UuidField } from '../fields.ts';

/** The auth client's requests about second factors. The client's protocol sets the names. */

const FACTOR_NAME = 'A name is plain text of at most 120 characters.';
/** It is indexed, and an entry of an index has room for some 2,700 bytes. */
const FactorName = lineField(120, FACTOR_NAME).max(600, FACTOR_NAME);

const CODE = 'Please enter the code.';
/** Longer than a code, since some people type codes in groups, with spaces. */
const TypedCode = boundedText(64, CODE).trim().min(1, CODE);

export const FactorPath = z.object({ id: UuidField });

export const NewFactor = z.discriminatedUnion('factor_type', [
  z.object({
    factor_type: z.literal('totp'),
    friendly_name: FactorName.nullish(),
    issuer: lineField(100, 'The issuer is plain text of at most 100 characters.').nullish(),
  }),
  z.object({
    factor_type: z.literal('phone'),
    friendly_name: FactorName.nullish(),
    phone: boundedText(40, 'Please enter a complete phone number.'),
  }),
]);

export const NewChallenge = z.object({
  channel: z.literal('sms', 'Codes are sent as texts (sms) only.').nullish(),
});

export const FactorCode = z.object({ challenge_id: UuidField, code: TypedCode });

export const RecoveryCode = z.object({ code: TypedCode });

export const PasskeyName = z.object({
  friendly_name: FactorName.min(1, 'Please enter a name.'),
});

const CREDENTIAL = 'This is not what a passkey answers.';
const encoded = (max: number) => boundedText(max, CREDENTIAL).regex(/^[\w-]+=*$/, CREDENTIAL);

/** A credential in the form of `PublicKeyCredential.toJSON()` in browsers. */
const credential = <Response extends z.ZodObject>(response: Response) =>
  z.object({
    challenge_id: UuidField,
    credential: z.object({
      id: encoded(2_000),
      rawId: encoded(2_000),
      type: z.literal('public-key', CREDENTIAL),
      response,
    }),
  });

export const PasskeyRegistration = credential(
  z.object({
    clientDataJSON: encoded(4_000),
    attestationObject: encoded(16_000),
    transports: z.array(boundedText(40, CREDENTIAL)).max(10, CREDENTIAL).default([]),
  }),
);

export const PasskeySignIn = credential(
  z.object({
    clientDataJSON: encoded(4_000),
    authenticatorData: encoded(4_000),
    signature: encoded(4_000),
    userHandle: encoded(200).nullish(),
  }),
);
