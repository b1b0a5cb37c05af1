import type { SIGN_IN_KINDS } from '../../../contracts/accounts.ts';
import type { Queryable } from './queryable.ts';

/** Something that happened to an account or its sessions, for its owner to see. */
interface SignInEvent {
  readonly id: string;
  readonly at: Date;
  readonly userId: string | null;
  readonly kind: SignInEventKind;
  /** Such as `password`; null where it makes no difference. */
  readonly method: string | null;
  readonly sourceHash: string | null;
  readonly userAgent: string;
}

export type SignInEventKind = (typeof SIGN_IN_KINDS)[number];

export async function addSignInEvent(db: Queryable, event: SignInEvent): Promise<void> {
  const { id, at, userId, kind, method, sourceHash, userAgent } = event;
  await db.query({
    name: 'accounts-sign-in-event-add',
    text: `insert into accounts.sign_in_events (id, at, user_id, kind, method, source_hash, user_agent)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, at, userId, kind, method, sourceHash, userAgent],
  });
}

/** The newest first. */
export async function signInEventsOf(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<readonly SignInEvent[]> {
  const { rows } = await db.query<SignInEvent>({
    name: 'accounts-sign-in-events-of',
    text: `select id, at, user_id as "userId", kind, method, source_hash as "sourceHash",
        user_agent as "userAgent"
      from accounts.sign_in_events where user_id = $1 order by at desc, id limit $2`,
    values: [userId, limit],
  });
  return rows;
}
