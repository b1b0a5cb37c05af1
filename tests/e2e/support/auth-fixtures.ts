import type { Disposable, Page } from 'playwright-core';
import type { z } from 'zod';
import type {
  AccountSession,
  Account as AccountShape,
  listSignIns,
} from '../../../src/contracts/accounts.ts';
import type { AuthSession, AuthUser } from '../../../src/contracts/auth.ts';
import { NOW } from './fixtures.ts';
import { json, type MockResponse } from './mock-api.ts';

/** Where the client keeps the session. */
const STORAGE_KEY = 'salon-session';

const at = (minutesAgo: number) => new Date(NOW.getTime() - minutesAgo * 60_000).toISOString();
const id = (number: number) => `5f0c9d0e-6a3f-4a44-9c1b-${String(number).padStart(12, '0')}`;

const FACTOR = {
  id: id(11),
  friendly_name: 'Authenticator app',
  factor_type: 'totp',
  status: 'verified',
  created_at: at(40_000),
  updated_at: at(40_000),
} as const satisfies AuthUser['factors'][number];
const PHONE_FACTOR = {
  ...FACTOR,
  id: id(12),
  friendly_name: 'My phone',
  factor_type: 'phone',
  phone: '(•••) •••-0142',
} as const satisfies AuthUser['factors'][number];

export const USER: AuthUser = {
  id: id(1),
  aud: 'authenticated',
  role: 'authenticated',
  email: 'camille@lumiere.example',
  phone: '',
  email_confirmed_at: at(90_000),
  last_sign_in_at: at(3),
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: { first_name: 'Camille', last_name: 'Laurent' },
  identities: [
    {
      id: id(1),
      identity_id: `email:${id(1)}`,
      user_id: id(1),
      provider: 'email',
      identity_data: { sub: id(1), email: 'camille@lumiere.example' },
      created_at: at(90_000),
      updated_at: at(3),
      last_sign_in_at: at(3),
    },
  ],
  factors: [],
  created_at: at(90_000),
  updated_at: at(3),
};

export const USER_WITH_FACTORS: AuthUser = { ...USER, factors: [FACTOR, PHONE_FACTOR] };

export const USER_WITH_PHONES: AuthUser = {
  ...USER,
  factors: [
    PHONE_FACTOR,
    { ...PHONE_FACTOR, id: id(13), friendly_name: 'Work phone', phone: '(•••) •••-0188' },
  ],
};

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A session as the server issues it, but for the signature of its token. */
export function sessionOf(user: AuthUser = USER, aal: 'aal1' | 'aal2' = 'aal1'): AuthSession {
  const expires_at = Math.floor(NOW.getTime() / 1000) + 3600;
  const claims = { sub: user.id, aud: 'authenticated', role: 'authenticated', exp: expires_at, aal };
  return {
    access_token: `${encoded({ alg: 'ES256', typ: 'JWT' })}.${encoded(claims)}.${'s'.repeat(86)}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    refresh_token: 'r'.repeat(43),
    user,
  };
}

/** Lets a page begin signed in. */
export const signedIn =
  (session: AuthSession = sessionOf()) =>
  (page: Page): Promise<Disposable> =>
    page.addInitScript(
      ([key, value]) => {
        if (sessionStorage.getItem('began')) return;
        sessionStorage.setItem('began', 'signed in');
        localStorage.setItem(key, value);
      },
      [STORAGE_KEY, JSON.stringify(session)] as const,
    );

export const ACCOUNT: AccountShape = {
  id: USER.id,
  email: USER.email,
  first_name: 'Camille',
  last_name: 'Laurent',
  role: 'admin',
  factors: [],
  passkeys: [],
  recovery_codes_left: 0,
};

export const SECURED_ACCOUNT: AccountShape = {
  ...ACCOUNT,
  factors: [FACTOR, { ...PHONE_FACTOR, friendly_name: '', phone: '+19255550142' }],
  passkeys: [
    { id: id(21), friendly_name: 'Reception computer', created_at: at(50_000), last_used_at: at(1_600) },
    { id: id(22), friendly_name: 'Camille’s phone', created_at: at(9_000), last_used_at: null },
  ],
  recovery_codes_left: 8,
};

const SESSIONS: AccountSession[] = [
  {
    id: id(31),
    device: 'Chrome on Windows',
    place: 'this place',
    created_at: at(600),
    last_used_at: at(2),
    current: true,
  },
  {
    id: id(32),
    device: 'Safari on iPhone',
    place: 'another place',
    created_at: at(9_000),
    last_used_at: at(130),
    current: false,
  },
];

const SIGN_INS: z.output<(typeof listSignIns)['answer']['body']> = [
  {
    id: id(41),
    at: at(3),
    kind: 'signed-in',
    method: 'password',
    device: 'Chrome on Windows',
    place: 'this place',
  },
  {
    id: id(42),
    at: at(700),
    kind: 'wrong-password',
    method: 'password',
    device: 'Firefox on Linux',
    place: 'another place',
  },
  {
    id: id(43),
    at: at(9_000),
    kind: 'signed-in',
    method: 'webauthn',
    device: 'Safari on iPhone',
    place: 'another place',
  },
];

export const RECOVERY_CODES = Array.from(
  { length: 10 },
  (_, index) => `k4m${index}-x7qp-2ab${(index * 7) % 10}`,
);

/** Done, and nothing more to say. */
export const noContent: MockResponse = (route) => route.fulfill({ status: 204 });

/** An error as the sign-in service reports it to a client that names a version of the API. */
export const authError =
  (code: string, message: string, status = 400, headers: Record<string, string> = {}): MockResponse =>
  (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      headers: { 'X-Supabase-Api-Version': '2024-01-01', ...headers },
      body: JSON.stringify({ code, message }),
    });

const QR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#fff"/><path d="M0,0h1v1h-1zM2,0h2v1h-2zM1,2h2v2h-2z" fill="#000"/></svg>';

/** To a phone that is added. */
export const ENROLLED_PHONE = json({ id: PHONE_FACTOR.id, type: 'phone', phone: '+19255550142' });

/** Responses about the account when all goes well, for an administrator. */
export const AUTH_SUCCESS: Record<string, MockResponse> = {
  'GET /auth/v1/settings': json({ external: { email: true } }),
  'POST /auth/v1/signup': json({ ...USER, email_confirmed_at: null }),
  'POST /auth/v1/token': json(sessionOf()),
  'POST /auth/v1/verify': json(sessionOf()),
  'POST /auth/v1/recover': json({}),
  'POST /auth/v1/resend': json({}),
  'POST /auth/v1/logout': noContent,
  'GET /auth/v1/user': json(USER),
  'PUT /auth/v1/user': json(USER),
  'POST /auth/v1/factors': json({
    id: FACTOR.id,
    type: 'totp',
    friendly_name: FACTOR.friendly_name,
    totp: { qr_code: QR, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' },
  }),
  [`POST /auth/v1/factors/${FACTOR.id}/challenge`]: json({ id: id(51), type: 'totp', expires_at: 0 }),
  [`POST /auth/v1/factors/${FACTOR.id}/verify`]: json(sessionOf(USER_WITH_FACTORS, 'aal2')),
  [`DELETE /auth/v1/factors/${FACTOR.id}`]: json({ id: FACTOR.id }),
  [`DELETE /auth/v1/factors/${PHONE_FACTOR.id}`]: json({ id: PHONE_FACTOR.id }),
  [`POST /auth/v1/factors/${PHONE_FACTOR.id}/challenge`]: json({
    id: id(52),
    type: 'phone',
    expires_at: Math.floor(NOW.getTime() / 1000) + 300,
  }),
  [`POST /auth/v1/factors/${PHONE_FACTOR.id}/verify`]: json(sessionOf(USER_WITH_FACTORS, 'aal2')),
  'POST /auth/v1/factors/recovery-codes/verify': json(sessionOf(USER_WITH_FACTORS, 'aal2')),
  // No passkey is offered: the browser is asked only with options.
  'POST /auth/v1/passkeys/authentication/options': authError('not_found', 'There is nothing here.', 404),
  'GET /api/me': json({ id: USER.id, email: USER.email, role: 'admin' }),
  'GET /api/account': json(ACCOUNT),
  'GET /api/account/sessions': json(SESSIONS),
  [`DELETE /api/account/sessions/${id(32)}`]: noContent,
  'GET /api/account/sign-ins': json(SIGN_INS),
  'PATCH /api/account/first-administrator': noContent,
  'POST /api/account/recovery-codes': json({ codes: RECOVERY_CODES }),
};
