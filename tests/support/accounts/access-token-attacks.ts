import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import { postgresSealingKeys } from '../../../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../../src/adapters/secrets/derived-keys.ts';
import { createSigningKeyRing } from '../../../src/features/accounts/sessions/signing-keys.ts';
import { grantRole, revokeRole } from '../../../src/features/accounts/users/staff.ts';
import type { TestSalon } from '../server/server.ts';
import { givenAdmin, givenUser } from './auth-client.ts';

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;

/** A second factor that somebody has proven to have. */
const addFactor = (salon: TestSalon, userId: string) =>
  salon.database.pool.query(
    `insert into accounts.factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
      values (gen_random_uuid(), $1, 'totp', 'verified', '', now(), now())`,
    [userId],
  );

/** Access tokens that must open nothing, by their fault; otherwise they would be a real administrator's. */
export async function badAccessTokens(salon: TestSalon): Promise<ReadonlyMap<string, string | undefined>> {
  const { token } = await givenAdmin(salon);
  const keys = postgresSealingKeys(salon.database.pool, deriveKey(salon.secretKey, 'sealing-master/v1'));
  const ring = createSigningKeyRing({ pool: salon.database.pool, keys, now: () => new Date() });
  const { kid, privateKey } = await ring.signer();
  const [published] = await ring.published();
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims = claimsOf(token);
  const signed = (
    changes: Readonly<Record<string, unknown>>,
    header: { kid?: string } = { kid },
    key: KeyObject = privateKey,
  ) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...header })
      .sign(key);
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const { kid: publishedId, ...publicJwk } = published ?? {};
  const hmacWith = (key: string) => {
    const signedPart = `${encoded({ alg: 'HS256', typ: 'JWT', kid: publishedId })}.${body}`;
    return `${signedPart}.${createHmac('sha256', key).update(signedPart).digest('base64url')}`;
  };

  const ended = await givenAdmin(salon);
  await ended.client.signOut({ scope: 'local' });
  const seconds = Math.floor(Date.now() / 1000);
  return new Map([
    ['no token', undefined],
    ['expired', await signed({ iat: seconds - 7_200, exp: seconds - 3_600 })],
    ['without an end', await signed({ exp: undefined })],
    ['forged signature', `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
    ['changed claims', `${head}.${encoded({ ...claims, aal: 'aal2' })}.${signature}`],
    ['alg none', `${encoded({ alg: 'none', typ: 'JWT' })}.${body}.`],
    ['HS256 with the public key', hmacWith(JSON.stringify(published))],
    ['HS256 with the public part', hmacWith(JSON.stringify(publicJwk))],
    ['wrong issuer', await signed({ iss: 'https://elsewhere.test/auth/v1' })],
    ['wrong audience', await signed({ aud: 'anon' })],
    ['foreign kid', await signed({}, { kid: 'foreign' }, stranger)],
    ['our kid, foreign key', await signed({}, { kid }, stranger)],
    ['no kid', await signed({}, {})],
    ['unknown session', await signed({ session_id: '0197a1b2-0000-7000-8000-000000000001' })],
    ["another user's session", await signed({ sub: (await givenUser(salon)).id })],
    ['ended session', ended.token],
  ]);
}

/** Access tokens that identify the caller, which isn't enough. */
export async function weakAccessTokens(salon: TestSalon) {
  const plain = await givenUser(salon);
  const revoked = await givenAdmin(salon);
  await revokeRole(salon.database.pool, revoked.id);
  const halfIn = await givenAdmin(salon);
  await addFactor(salon, halfIn.id);
  const easyToGuess = await givenUser(salon, { password: 'Copper-9' });
  await grantRole(salon.database.pool, easyToGuess.id, new Date());
  const admin = await givenAdmin(salon);
  return {
    plain: plain.token,
    revoked: revoked.token,
    halfIn: halfIn.token,
    easyToGuess: easyToGuess.token,
    admin: admin.token,
  };
}
