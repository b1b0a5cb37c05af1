import { randomUUID } from 'node:crypto';
import { postgresSourceSalts } from '../../../src/adapters/postgres/source-salts.ts';
import { createSenderHashes } from '../../../src/adapters/secrets/sender-hashes.ts';
import { createAccessTokens } from '../../../src/features/accounts/sessions/access-tokens.ts';
import { createNextToken } from '../../../src/features/accounts/sessions/refresh-tokens.ts';
import { createSessions } from '../../../src/features/accounts/sessions/sessions.ts';
import { createSignInLog } from '../../../src/features/accounts/sessions/sign-in-events.ts';
import { createAuthenticate } from '../../../src/features/accounts/sessions/signed-in.ts';
import { createSigningKeyRing } from '../../../src/features/accounts/sessions/signing-keys.ts';
import { addUser } from '../../../src/features/accounts/users/users.ts';
import { memorySealingKeys } from '../log/memory-sealing-keys.ts';
import { createTestDatabase } from '../server/postgres.ts';

/** Sessions and tokens on a database of their own, with a clock to move. */
export async function givenAccountsWorld() {
  const database = await createTestDatabase();
  await database.migrate();
  const { pool } = database;
  const clock = { at: new Date('2026-11-20T18:00:00Z') };
  const now = () => clock.at;
  const keys = memorySealingKeys();
  const ring = createSigningKeyRing({ pool, keys, now });
  const accessTokens = createAccessTokens(ring, 'https://salon.test', now);
  const hashesOf = createSenderHashes(Buffer.alloc(32, 7), postgresSourceSalts(pool), now);
  const record = createSignInLog(pool, now);
  const nextToken = createNextToken(Buffer.alloc(32, 9));
  const sessions = createSessions({ pool, accessTokens, hashesOf, nextToken, record, now });
  return {
    database,
    pool,
    now,
    keys,
    ring,
    accessTokens,
    sessions,
    hashesOf,
    authenticate: createAuthenticate({ pool, accessTokens }),
    place: { userAgent: 'a test', sourceHash: 'somewhere' },
    pass: (ms: number) => {
      clock.at = new Date(clock.at.getTime() + ms);
    },
    /** @returns the id of a new user whose address is confirmed */
    async user(changes: { readonly email?: string } = {}): Promise<string> {
      const id = randomUUID();
      const email = changes.email ?? `${id}@example.com`;
      const names = { firstName: 'Ada', lastName: 'Lovelace' };
      await addUser(pool, {
        id,
        email,
        passwordHash: null,
        emailConfirmedAt: now(),
        ...names,
        createdAt: now(),
      });
      return id;
    },
  };
}
