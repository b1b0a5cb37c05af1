import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Place } from './devices.ts';

import type { Queryable } from './store/queryable.ts';
import { addSignInEvent, type SignInEventKind } from './store/sign-in-events.ts';

interface Happened {
  readonly kind: SignInEventKind;
  readonly place: Place;
  readonly userId?: string | undefined;
  readonly method?: string;
  /** Kept as a keyed hash, and only where no account is known. */
  readonly email?: string;
}

/** Records what happens at the door, without addresses in clear. */
export type RecordSignIn = (happened: Happened, db?: Queryable) => Promise<void>;

export function createSignInLog(pool: Pool, key: Buffer, now: () => Date): RecordSignIn {
  const secret = createSecretKey(key);
  return ({ kind, place, userId, method, email }, db = pool) =>
    addSignInEvent(db, {
      id: randomUUID(),
      at: now(),
      userId: userId ?? null,
      kind,
      method: method ?? null,
      sourceHash: place.sourceHash,
      emailHash:
        userId !== undefined || email === undefined
          ? null
          : createHmac('sha256', secret).update(email.toLowerCase()).digest('base64url'),
      userAgent: place.userAgent,
    });
}
