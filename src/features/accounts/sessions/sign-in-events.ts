import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import type { SIGN_IN_KINDS } from '../../../contracts/accounts/accounts.ts';
import type { Happened } from '../mails/access-texts.ts';
import { HOST } from '../users/users.ts';
import type { Place } from './devices.ts';

/** Something that happened to an account or its sessions. The account's owner can see it. */
interface SignInEvent {
  readonly id: string;
  readonly at: Date;
  readonly userId: string | null;
  readonly kind: SignInEventKind;
  /** How the user signed in, such as `password`; null if that doesn't matter for the event. */
  readonly method: string | null;
  readonly sourceHash: string | null;
  readonly userAgent: string;
  /** Id of the API key or the webhook that it is about; of a calendar address, that of its user. */
  readonly about?: string | null;
}

export type SignInEventKind = (typeof SIGN_IN_KINDS)[number];

export async function addSignInEvent(db: Queryable, event: SignInEvent): Promise<void> {
  const { id, at, userId, kind, method, sourceHash, userAgent, about = null } = event;
  await db.query({
    name: 'accounts-sign-in-event-add',
    text: `insert into accounts.sign_in_events (id, at, user_id, kind, method, source_hash, user_agent, about)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [id, at, userId, kind, method, sourceHash, userAgent, about],
  });
}

/** A user's events, newest first. */
export async function signInEventsOf(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<readonly SignInEvent[]> {
  const { rows } = await db.query<SignInEvent>({
    name: 'accounts-sign-in-events-of',
    text: `select id, at, user_id as "userId", kind, method, source_hash as "sourceHash",
        user_agent as "userAgent", about
      from accounts.sign_in_events where user_id = $1 order by at desc, id limit $2`,
    values: [userId, limit],
  });
  return rows;
}

/** The words of a mail about an event, and the id of its account. Undefined if that is gone. */
export async function happenedAt(
  db: Queryable,
  eventId: string,
): Promise<(Happened & { readonly userId: string }) | undefined> {
  const { rows } = await db.query<Happened & { readonly userId: string }>({
    name: 'accounts-sign-in-event-told',
    text: `select e.kind, e.at, e.user_id as "userId", e.user_agent as "userAgent",
        coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as who,
        coalesce((select name from accounts.api_keys where id = e.about),
          (select ${HOST} from webhooks where id = e.about)) as thing,
        (select count(*)::int from webhooks where made_by = u.id and paused_why = 'maker-revoked') as "pausedWebhooks"
      from accounts.sign_in_events e join accounts.users u on u.id = e.user_id where e.id = $1`,
    values: [eventId],
  });
  return rows[0];
}

interface Recorded {
  readonly kind: SignInEventKind;
  readonly place: Place;
  readonly userId?: string | undefined;
  readonly method?: string;
}

/** Records an event. The network address is stored only as a keyed hash. */
export type RecordSignIn = (happened: Recorded, db?: Queryable) => Promise<void>;

export const createSignInLog =
  (pool: Pool, now: () => Date): RecordSignIn =>
  ({ kind, place: { sourceHash, userAgent }, userId = null, method = null }, db = pool) =>
    addSignInEvent(db, { id: randomUUID(), at: now(), userId, kind, method, sourceHash, userAgent });
