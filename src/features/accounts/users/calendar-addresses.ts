import type { Pool } from 'pg';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import type { Connection } from '../../../contracts/settings/connections.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import type { RecordAccess } from '../../connections/events.ts';
import type { PrepareAnnouncement } from '../mails/connection-announcements.ts';
import { hashOfToken, newToken } from '../sessions/secret-tokens.ts';
import { endCalendarAddress } from './staff.ts';
import { namesOfUsers } from './users.ts';

/** An address that works. */
interface CalendarAddress {
  readonly since: Date;
  /** The stylist whose appointments alone it has; null for all. */
  readonly stylistId: string | null;
}

/** SQL: the addresses that work. A stylist's has their own appointments alone. */
const WORKING = `accounts.calendar_addresses a join accounts.user_roles r
  on r.user_id = a.user_id and (r.role <> 'stylist' or r.stylist_id = a.stylist_id)`;
const COLUMNS = 'a.created_at as since, a.stylist_id as "stylistId"';

/** The present address of a user. */
export async function calendarAddressOf(db: Queryable, userId: string): Promise<CalendarAddress | undefined> {
  const { rows } = await db.query<CalendarAddress>({
    name: 'accounts-calendar-address-of',
    text: `select ${COLUMNS} from ${WORKING} where a.user_id = $1`,
    values: [userId],
  });
  return rows[0];
}

/** The address that a token opens. */
export async function openedCalendar(db: Queryable, token: string): Promise<CalendarAddress | undefined> {
  const { rows } = await db.query<CalendarAddress>({
    name: 'accounts-calendar-address-open',
    text: `select ${COLUMNS} from ${WORKING} where a.token_hash = $1`,
    values: [hashOfToken(token)],
  });
  return rows[0];
}

interface CalendarAddressesDeps {
  readonly pool: Pool;
  readonly record: RecordAccess;
  readonly prepareAnnouncement: PrepareAnnouncement;
  now(): Date;
}

type By = Parameters<PrepareAnnouncement>[0];
type From = Parameters<PrepareAnnouncement>[1];

/** The private addresses under which the phones of staff read the calendar. */
export function createCalendarAddresses({ pool, record, prepareAnnouncement, now }: CalendarAddressesDeps) {
  const about = async (userId: string) => ({
    connectionId: userId,
    kind: 'calendar_address' as const,
    personal: { name: (await namesOfUsers(pool, [userId])).get(userId) ?? '' },
  });

  return {
    /**
     * Makes the token of a user's address. An earlier one stops working.
     *
     * @param stylistId the stylist whose appointments alone it has; null for all
     */
    async make(by: By, from: From, run: CommandRun, stylistId: string | null): Promise<string> {
      const { userId } = by;
      const announce = await prepareAnnouncement(by, from);
      await record({ type: 'ConnectionMade', data: await about(userId) }, run);
      const token = newToken();
      await withTransaction(pool, async (db) => {
        await db.query({
          name: 'accounts-calendar-address-renew',
          text: `insert into accounts.calendar_addresses (user_id, token_hash, created_at, stylist_id)
            values ($1, $2, $3, $4)
            on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
              stylist_id = excluded.stylist_id`,
          values: [userId, hashOfToken(token), now(), stylistId],
        });
        await announce(db, 'calendar-address-made', userId);
      });
      return token;
    },

    /** Ends a user's address. May be repeated. */
    async revoke(
      userId: string,
      { caller, from, run }: { readonly caller: By; readonly from: From; readonly run: CommandRun },
    ): Promise<void> {
      if (!(await calendarAddressOf(pool, userId))) return;
      const announce = await prepareAnnouncement(caller, from);
      await record({ type: 'ConnectionRevoked', data: await about(userId) }, run);
      await withTransaction(pool, async (db) => {
        if (await endCalendarAddress(db, userId)) await announce(db, 'calendar-address-ended', userId);
      });
    },

    /** The addresses that work. */
    async list(): Promise<readonly Connection[]> {
      const { rows } = await pool.query<{ id: string; name: string; since: Date }>({
        name: 'accounts-calendar-addresses',
        text: `select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name,
            a.created_at as since
          from ${WORKING} join accounts.users u on u.id = a.user_id`,
      });
      return rows.map(({ id, name, since }) => ({
        kind: 'calendar_address',
        id,
        name,
        made_at: since.toISOString(),
        made_by: name,
      }));
    },
  };
}

export type CalendarAddresses = ReturnType<typeof createCalendarAddresses>;
