import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { hashOfToken } from './secret-tokens.ts';
import { addOneTimeToken, type OneTimeToken } from './store/one-time-tokens.ts';
import type { StoredPassword } from './store/passwords.ts';
import type { Queryable } from './store/queryable.ts';

/** How long a link works. */
export const LINK_MS = 3_600_000;

/** What a new link is made for. */
interface NewLink extends Pick<OneTimeToken, 'userId' | 'kind' | 'redirectTo'> {
  readonly email?: string;
  readonly formerEmail?: string;
  readonly codeChallenge?: string | null | undefined;
  readonly password?: StoredPassword;
  /** `LINK_MS` when left out. */
  readonly livesMs?: number;
}

/**
 * The tokens of links in mails. A token is an HMAC of its id, so that a job needs the id alone, and whoever reads the tables
 * can use no link: these have a hash.
 */
export interface OneTimeTokens {
  /** @returns the token's id, for the mail */
  issue(db: Queryable, link: NewLink): Promise<string>;
  tokenOf(id: string): string;
}

export function createOneTimeTokens(key: Buffer, now: () => Date): OneTimeTokens {
  const secret = createSecretKey(key);
  const tokenOf = (id: string) => createHmac('sha256', secret).update(id).digest('base64url');
  return {
    tokenOf,
    async issue(db, link) {
      const { userId, kind, redirectTo, email, formerEmail, codeChallenge, password } = link;
      const id = randomUUID();
      const createdAt = now();
      await addOneTimeToken(db, {
        id,
        hash: hashOfToken(tokenOf(id)),
        userId,
        kind,
        email: email ?? null,
        formerEmail: formerEmail ?? null,
        codeChallenge: codeChallenge ?? null,
        password: password ?? null,
        redirectTo,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + (link.livesMs ?? LINK_MS)),
      });
      return id;
    },
  };
}
