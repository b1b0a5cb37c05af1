import type { Pool } from 'pg';
import type { ErasureCertificate } from '../contracts/customers/erasure.ts';
import type { EventStore, RecordedEvent } from '../eventsourcing/event-store.ts';
import { upcast } from '../eventsourcing/event-types.ts';
import { bookingStream } from '../features/booking/appointment/events.ts';
import { customerStream, ERASING_EVENTS, MERGES, mergesEventTypes } from '../features/customers/events.ts';
import { ledgersOf } from '../features/messages/events.ts';
import { type CleaningResult, dueBy } from './cleaning.ts';

/** The figures that the books keep of appointments whose person was erased. */
interface Kept {
  readonly bookingIds: readonly string[];
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly earnedCents: number;
}

export interface CertificateDeps {
  readonly log: Pick<EventStore, 'read'> & { readonly kind: 'Postgres' | 'EventStoreDB' };
  readonly pool: Pool;
  /** Whether the service has its own Postgres, of whose files it knows all. */
  readonly isEmbedded: boolean;
  keptOf(of: { readonly customerIds?: readonly string[]; readonly bookingId?: string }): Promise<Kept>;
}

interface Shredding {
  /** Null until the keys of all streams are gone. */
  readonly at: Date | null;
  readonly cleanedAt: Date | null;
  readonly result: CleaningResult | null;
}

/** A backup from before the keys were shredded. */
interface Backup {
  readonly folder: string;
  readonly takenAt: Date;
  readonly isOpen: boolean;
}

/** $1 the streams */
const SHREDDING = `
  with shredded as (
    select case when count(shredded_at) = cardinality($1::text[]) then max(shredded_at) end as at
    from sealing.sealing_keys where stream = any ($1)
  )
  select s.at, c.ended_at as "cleanedAt", c.result from shredded s
  left join lateral (select * from cleanings where began_at >= s.at order by began_at limit 1) c on true`;

/** $1 the streams */
const BACKUPS = `
  with shredded as (
    select coalesce(max(shredded_at), now()) as at from sealing.sealing_keys where stream = any ($1)
  )
  select folder, taken_at as "takenAt", cleaned_at is null or cleaned_at < s.at as "isOpen"
  from backups, shredded s where taken_at < s.at order by taken_at`;

/** Makes the certificates of erasures, each time from what the log, the keys and the cleanings say. */
export function createCertificates({ log, pool, isEmbedded, keptOf }: CertificateDeps) {
  const elsewhere: ErasureCertificate['elsewhere'] = [
    'backup-copies',
    'statistics',
    ...(isEmbedded ? [] : (['replicas', 'archives', 'snapshots'] as const)),
    ...(log.kind === 'EventStoreDB' ? (['event-store'] as const) : []),
  ];

  async function certificate(
    about: Pick<ErasureCertificate, 'kind' | 'ids'>,
    asked: RecordedEvent,
    customerIds: readonly string[],
    bookingIds: readonly string[],
    kept: Kept,
  ): Promise<ErasureCertificate> {
    const ledgers = bookingIds.flatMap(ledgersOf);
    const streams = [...customerIds.map(customerStream), ...bookingIds.map(bookingStream), ...ledgers];
    const [shredding, { rows: backups }] = await Promise.all([
      pool.query<Shredding>(SHREDDING, [streams]),
      pool.query<Backup>(BACKUPS, [streams]),
    ]);
    const { at, cleanedAt, result } = shredding.rows[0] ?? { at: null, cleanedAt: null, result: null };
    const open = backups.filter(({ isOpen }) => isOpen);
    return {
      ...about,
      status: at === null ? 'asked' : cleanedAt === null ? 'shredded' : 'cleaned',
      asked: { at: asked.metadata.at, position: asked.position },
      shredded_at: at?.toISOString() ?? null,
      due_by: at && dueBy(at).toISOString(),
      cleaned:
        cleanedAt && result
          ? {
              at: cleanedAt.toISOString(),
              read_models: result.readModels,
              backups: backups.length - open.length,
            }
          : null,
      erased: {
        customers: customerIds.length,
        appointments: bookingIds.length,
        message_logs: ledgers.length,
      },
      kept: {
        appointments: kept.bookingIds.length,
        first_date: kept.firstDate,
        last_date: kept.lastDate,
        earned_cents: kept.earnedCents,
      },
      open_backups: open.map(({ folder, takenAt }) => ({ folder, taken_at: takenAt.toISOString() })),
      write_ahead_log: cleanedAt && result ? { held_until: result.walHeldUntil } : null,
      elsewhere,
    };
  }

  return {
    /** Null unless the customer was erased. */
    async ofCustomer(id: string): Promise<ErasureCertificate | null> {
      for (const asked of await log.read(MERGES)) {
        const { type, data } = upcast(asked, mergesEventTypes);
        if (type !== 'CustomersErased' || !data.customerIds.includes(id)) continue;
        // An undone import erases each of its customers apart, and none of their bookings.
        const isOfUndo = data.importId !== undefined;
        const ids = isOfUndo ? [id] : [...data.customerIds];
        const kept = await keptOf({ customerIds: isOfUndo ? [] : ids });
        return certificate({ kind: 'customer', ids }, asked, ids, kept.bookingIds, kept);
      }
      return null;
    },

    /** Null unless the booking was deleted, or its customer erased. */
    async ofBooking(id: string): Promise<ErasureCertificate | null> {
      const events = await log.read(bookingStream(id));
      const asked = events.find(({ type }) => type === 'BookingDeleted' || ERASING_EVENTS.has(type));
      if (!asked) return null;
      const kept = await keptOf({ bookingId: id });
      return certificate({ kind: 'appointment', ids: [id] }, asked, [], [id], kept);
    },
  };
}
