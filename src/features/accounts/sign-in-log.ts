import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Place } from './devices.ts';
import type { Queryable } from './store/queryable.ts';
import { addSignInEvent, type SignInEventKind } from './store/sign-in-events.ts';

interface Happened {
  readonly kind: SignInEventKind;
  readonly place: Place;
  readonly userId?: string | undefined;
  readonly method?: string;
}

/** Records what happens at the door, without addresses in clear. */
export type RecordSignIn = (happened: Happened, db?: Queryable) => Promise<void>;

export function createSignInLog(pool: Pool, now: () => Date): RecordSignIn {
  return ({ kind, place, userId, method }, db = pool) =>
    addSignInEvent(db, {
      id: randomUUID(),
      at: now(),
      userId: userId ?? null,
      kind,
      method: method ?? null,
      sourceHash: place.sourceHash,
      userAgent: place.userAgent,
    });
}
