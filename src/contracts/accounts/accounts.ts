import { z } from 'zod';
import { boundedText, IdPath, StylistIdField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { AuthEmail, PersonName } from './auth.ts';
import { ROLES } from './roles.ts';

const Me = z.object({
  id: UuidField,
  email: z.string(),
  /** `admin` for everybody who works in the salon; `rights` says what they may do. */
  role: z.enum(['admin']).nullable(),
  /** Left out for somebody who doesn't work in the salon. */
  rights: z.enum(ROLES).optional(),
  /** Only for a stylist: which one of the team they are. */
  stylist_id: z.string().optional(),
  /** True for an administrator whose password is too weak, or who was invited and has none: they have to choose one first. */
  needs_stronger_password: z.literal(true).optional(),
  /** True, beside the field above, for somebody who was invited and has no password: no present one can be asked for. */
  has_no_password: z.literal(true).optional(),
});

export const getMe = defineOperation({
  method: 'get',
  path: '/api/me',
  summary: 'The signed-in user and their role',
  caller: 'user',
  answer: { status: 200, body: Me },
});

const Instant = z.iso.datetime();

/** Whether the network address is that of the present request. The service compares keyed hashes, which change every month. */
const Place = z.enum(['this place', 'another place']);

export const SIGN_IN_KINDS = [
  'signed-up',
  'signed-in',
  'wrong-password',
  'email-not-confirmed',
  'link-opened',
  'signed-out',
  'refresh-token-reused',
  'password-changed',
  'email-changed',
  'recovery-asked',
  'second-factor-passed',
  'second-factor-failed',
  'second-factor-added',
  'second-factor-removed',
  'admin-granted',
  'admin-revoked',
  'api-key-made',
  'api-key-revoked',
  'webhook-made',
  'webhook-moved',
  'webhook-secret-made',
  'webhook-removed',
  'calendar-address-made',
  'calendar-address-ended',
] as const;

/** The account of the signed-in user. */
export const Account = z.object({
  id: UuidField,
  email: z.string(),
  /** The address that the user wants to change to, until the link that was sent there is opened. */
  new_email: z.string().optional(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(['admin']).nullable(),
  /** Authenticator apps and phones. */
  factors: z.array(
    z.object({
      id: UuidField,
      factor_type: z.enum(['totp', 'phone']),
      status: z.enum(['unverified', 'verified']),
      friendly_name: z.string(),
      phone: z.string().optional(),
      created_at: Instant,
    }),
  ),
  passkeys: z.array(
    z.object({
      id: UuidField,
      friendly_name: z.string(),
      created_at: Instant,
      last_used_at: Instant.nullable(),
    }),
  ),
  recovery_codes_left: z.int(),
  /** Time at which the calendar's private address was made; null where there is none. */
  calendar_address_since: Instant.nullable(),
  /** The stylist whose appointments alone it has; left out for all. */
  calendar_address_of: StylistIdField.optional(),
});
export type Account = z.infer<typeof Account>;

export const getAccount = defineOperation({
  method: 'get',
  path: '/api/account',
  summary: 'The account of the signed-in user',
  caller: 'user',
  answer: { status: 200, body: Account },
});

export const AccountSession = z.object({
  id: UuidField,
  /** Such as `Safari on iPhone`. */
  device: z.string(),
  /** The place where the session was last used. */
  place: Place,
  created_at: Instant,
  last_used_at: Instant,
  /** True for the session that sends this request. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;

export const listSessions = defineOperation({
  method: 'get',
  path: '/api/account/sessions',
  summary: 'The account’s sessions, the latest use first',
  caller: 'user',
  answer: { status: 200, body: z.array(AccountSession) },
});

export const endSession = defineOperation({
  method: 'delete',
  path: '/api/account/sessions/{id}',
  summary: 'Sign out one session',
  caller: 'user',
  params: IdPath,
  answer: { status: 204 },
  problems: ['not-found'],
});

export const SignIn = z.object({
  id: UuidField,
  at: Instant,
  /** One of `SIGN_IN_KINDS`, or a kind that a newer server has added. */
  kind: z.string(),
  method: z.string().nullable(),
  device: z.string(),
  /** Name of the API key or host of the webhook that it is about; null for anything else, and for a webhook that was removed. */
  thing: z.string().nullable(),
  /** `the server` for what an operator does at the console. */
  place: z.enum([...Place.options, 'the server']),
});
export type SignIn = z.infer<typeof SignIn>;

export const listSignIns = defineOperation({
  method: 'get',
  path: '/api/account/sign-ins',
  summary: 'The last 20 sign-ins and other uses of the account, the newest first',
  caller: 'user',
  answer: { status: 200, body: z.array(SignIn) },
});

export const confirmEmailChange = defineOperation({
  method: 'post',
  path: '/api/account/email',
  summary: 'Sign in with the new address from now on, by the token of the link that was sent there',
  caller: 'user',
  body: z.object({ token: boundedText(200, 'Must be the token of a link.') }),
  answer: { status: 204 },
  problems: ['email-link-invalid'],
});

export const withdrawEmailChange = defineOperation({
  method: 'delete',
  path: '/api/account/email',
  summary: 'Keep the present address: the link that was sent to another one does nothing any more',
  caller: 'user',
  answer: { status: 204 },
});

export const createRecoveryCodes = defineOperation({
  method: 'post',
  path: '/api/account/recovery-codes',
  summary: 'Ten new recovery codes in the place of the earlier ones; they are shown this once',
  caller: 'user',
  answer: { status: 200, body: z.object({ codes: z.array(z.string()) }) },
  problems: ['no-second-factor', 'fresh-sign-in-required'],
});

export const FirstAdministrator = z.object({
  email: AuthEmail,
  first_name: PersonName,
  last_name: PersonName,
});

export const nameFirstAdministrator = defineOperation({
  method: 'patch',
  path: '/api/account/first-administrator',
  summary:
    'Enter the first administrator’s details, as long as nobody can sign in to the account that was made for them',
  caller: 'user',
  body: FirstAdministrator,
  answer: { status: 204 },
  problems: ['address-taken', 'not-found'],
});
