import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { FactorPath, PasskeyName } from '../../../contracts/accounts/auth-factors.ts';
import type { AccountsContext } from '../context.ts';
import { requireSecondFactorIfAny } from '../sessions/signed-in.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import { type Endpoint, parseAuth } from '../supabase-protocol/endpoint.ts';

/** A passkey as its owner sees it. */
interface Passkey {
  readonly id: string;
  readonly friendlyName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The data by which an authenticator's response is checked. */
export interface Credential {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface NewPasskey extends Credential {
  readonly friendlyName: string;
}

const SEEN = `id, friendly_name as "friendlyName", created_at as "createdAt", last_used_at as "lastUsedAt"`;
const CHECKED = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, transports`;

/** A user's passkeys, oldest first. */
export async function passkeysOf(db: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>({
    name: 'accounts-passkeys-of',
    text: `select ${SEEN} from accounts.passkeys where user_id = $1 order by created_at, id`,
    values: [userId],
  });
  return rows;
}

/** A user's passkeys with what is needed to check their responses, the oldest first. */
export async function credentialsOf(db: Queryable, userId: string): Promise<Credential[]> {
  const { rows } = await db.query<Credential>({
    name: 'accounts-credentials-of',
    text: `select ${CHECKED} from accounts.passkeys where user_id = $1 order by created_at, id`,
    values: [userId],
  });
  return rows;
}

/** Finds a credential by the id that authenticators use. */
export async function credentialById(db: Queryable, credentialId: string): Promise<Credential | undefined> {
  const { rows } = await db.query<Credential>({
    name: 'accounts-credential-by-id',
    text: `select ${CHECKED} from accounts.passkeys where credential_id = $1`,
    values: [credentialId],
  });
  return rows[0];
}

/** @returns undefined when some user already has this credential */
export async function addPasskey(
  db: Queryable,
  passkey: NewPasskey,
  now: Date,
): Promise<Passkey | undefined> {
  const { rows } = await db.query<Passkey>({
    name: 'accounts-passkey-add',
    text: `insert into accounts.passkeys (id, user_id, credential_id, public_key, counter, transports,
        friendly_name, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning ${SEEN}`,
    values: [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.friendlyName,
      now,
    ],
  });
  return rows[0];
}

/**
 * Records a use. An authenticator's counter must rise. Some authenticators don't count, so that theirs is always 0.
 *
 * @returns false when another use has already raised the counter to this value or higher
 */
export async function recordPasskeyUse(
  db: Queryable,
  id: string,
  { counter, now }: { readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-passkey-use',
    text: `update accounts.passkeys set counter = $2, last_used_at = $3
      where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    values: [id, counter, now],
  });
  return rowCount === 1;
}

/** @returns undefined when the user has no such passkey */
async function renamePasskey(
  db: Queryable,
  userId: string,
  id: string,
  friendlyName: string,
): Promise<Passkey | undefined> {
  const { rows } = await db.query<Passkey>({
    name: 'accounts-passkey-rename',
    text: `update accounts.passkeys set friendly_name = $3 where user_id = $1 and id = $2 returning ${SEEN}`,
    values: [userId, id, friendlyName],
  });
  return rows[0];
}

/** @returns false when the user has no such passkey */
export async function removePasskey(db: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-passkey-remove',
    text: 'delete from accounts.passkeys where user_id = $1 and id = $2',
    values: [userId, id],
  });
  return rowCount === 1;
}

/** A passkey in the form of the API's answers. */
export const passkeyAnswer = ({ id, friendlyName, createdAt, lastUsedAt }: Passkey) => ({
  id,
  friendly_name: friendlyName,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
});

/** Endpoints by which users list and rename their own passkeys. */
export function passkeyEndpoints({ pool, authenticate }: AccountsContext): readonly Endpoint[] {
  return [
    {
      method: 'get',
      path: '/passkeys',
      handle: async (request) => {
        const signedIn = await authenticate(request);
        await requireSecondFactorIfAny(pool, signedIn);
        return { body: (await passkeysOf(pool, signedIn.user.id)).map(passkeyAnswer) };
      },
    },
    {
      method: 'patch',
      path: '/passkeys/:id',
      handle: async (request) => {
        const signedIn = await authenticate(request);
        await requireSecondFactorIfAny(pool, signedIn);
        const { friendly_name: name } = parseAuth(PasskeyName, request.body);
        const { id } = parseAuth(FactorPath, request.params);
        const renamed = await renamePasskey(pool, signedIn.user.id, id, name);
        if (!renamed) throw new AuthError('webauthn_credential_not_found');
        return { body: passkeyAnswer(renamed) };
      },
    },
  ];
}
