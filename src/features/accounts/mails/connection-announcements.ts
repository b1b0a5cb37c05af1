import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import type { AccountsContext } from '../context.ts';
import { sessionById } from '../sessions/sessions.ts';
import { addSignInEvent } from '../sessions/sign-in-events.ts';
import { listOwners } from '../users/staff.ts';
import { type AccessGiven, isAccessGiven } from './access-texts.ts';
import type { AccountMail, SendAccountMail } from './mails.ts';

/** An act of an administrator on an API key, a webhook or a private calendar address. */
type ConnectionHappened = AccessGiven | 'api-key-revoked' | 'webhook-removed' | 'calendar-address-ended';

/** Records it among the caller's sign-ins. Mails all owners if it gives access. Call it in the transaction that does it. */
type Announcement = (db: Queryable, kind: ConnectionHappened, about: string) => Promise<void>;

/** Finds out what an announcement says of the caller. Call it before the transaction begins. */
export type PrepareAnnouncement = (
  caller: { readonly userId: string; readonly sessionId: string },
  from: { readonly address: string },
) => Promise<Announcement>;

type AnnouncementDeps = Pick<AccountsContext, 'pool' | 'hashesOf' | 'sendMail' | 'now'>;

export const createPrepareAnnouncement =
  ({ pool, hashesOf, sendMail, now }: AnnouncementDeps): PrepareAnnouncement =>
  async ({ userId, sessionId }, { address }) => {
    const [session, { current: sourceHash }] = await Promise.all([
      sessionById(pool, sessionId),
      hashesOf(address),
    ]);
    const userAgent = session?.userAgent ?? '';
    return async (db, kind, about) => {
      const id = randomUUID();
      await addSignInEvent(db, { id, at: now(), userId, kind, method: null, sourceHash, userAgent, about });
      if (isAccessGiven(kind)) await mailAdmins(db, sendMail, { kind: 'access-given', eventId: id });
    };
  };

/** Mails all owners. */
export async function mailAdmins(
  db: Queryable,
  sendMail: SendAccountMail,
  mail: Pick<AccountMail, 'by'> & {
    readonly kind: 'access-given' | 'admin-revoked' | 'role-changed';
    readonly eventId: string;
  },
): Promise<void> {
  for (const { id, canSignIn } of await listOwners(db))
    if (canSignIn) await sendMail({ ...mail, userId: id }, db);
}
