import { z } from 'zod';
import { isEmail } from '../../salon/email.ts';
import { lineField } from '../fields.ts';

/** The auth client's requests to `/auth/v1`, and the answers to them. The client's protocol sets the names. */

const Instant = z.iso.datetime();

/** The e-mail address that somebody signs in with. */
export const AuthEmail = z
  .string('Please enter a valid email address.')
  .max(254, { error: 'Please enter a valid email address.', abort: true })
  .trim()
  .refine(isEmail, 'Please enter a valid email address.');

/** The most characters that a password may have. A longer one is no safer, and only costs time. */
export const PASSWORD_MAX = 200;
export const PASSWORD_MIN = 6;
/** The fewest characters in the password of somebody with the admin role. */
export const ADMIN_PASSWORD_MIN = 10;

/** A password entered to sign in. It need not follow today's rules, which may be newer than the password. */
export const AuthPassword = z
  .string()
  .max(PASSWORD_MAX, `A password has at most ${PASSWORD_MAX} characters.`);

export const PersonName = lineField(100, 'A name is plain text of at most 100 characters.');

/** PKCE fields of a client that will exchange a code for its session. An older browser can't hash, and sends `plain`. */
export const CodeChallenge = {
  code_challenge: z
    .string()
    .regex(/^[\w~.-]{43,128}$/, 'is not valid')
    .nullish(),
  code_challenge_method: z.enum(['s256', 'S256', 'plain']).nullish(),
};

export const AuthUser = z.object({
  id: z.uuid(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  /** The address that the user wants to change to, until the link that was sent there is opened. */
  new_email: z.string().optional(),
  phone: z.string(),
  email_confirmed_at: Instant.nullable(),
  last_sign_in_at: Instant.nullable(),
  app_metadata: z.object({ provider: z.string(), providers: z.array(z.string()) }),
  user_metadata: z.object({ first_name: z.string(), last_name: z.string() }),
  identities: z.array(
    z.object({
      id: z.string(),
      identity_id: z.string(),
      user_id: z.uuid(),
      provider: z.string(),
      identity_data: z.object({ sub: z.string(), email: z.string().nullable() }),
      created_at: Instant,
      updated_at: Instant,
      last_sign_in_at: Instant,
    }),
  ),
  factors: z.array(
    z.object({
      id: z.uuid(),
      friendly_name: z.string(),
      factor_type: z.enum(['totp', 'phone', 'webauthn']),
      status: z.enum(['unverified', 'verified']),
      created_at: Instant,
      updated_at: Instant,
      phone: z.string().optional(),
    }),
  ),
  created_at: Instant,
  updated_at: Instant,
});
export type AuthUser = z.infer<typeof AuthUser>;

export const AuthSession = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  expires_at: z.int(),
  refresh_token: z.string(),
  user: AuthUser,
});
export type AuthSession = z.infer<typeof AuthSession>;
