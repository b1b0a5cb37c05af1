import { z } from 'zod';
import { IdPath, PositionField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

const Instant = z.iso.datetime();
const Count = z.int().min(0);

/** Places that hold copies of what was erased and aren't the service's own, so that it can't clean them. */
export const ELSEWHERE = [
  'backup-copies',
  'statistics',
  'replicas',
  'archives',
  'snapshots',
  'event-store',
] as const;

/** The proof of an erasure: whose, where and when, and what stays. It has ids, positions and counts, and nothing personal. */
export const ErasureCertificate = z.object({
  kind: z.enum(['customer', 'appointment']),
  /** Ids of the customers who were one person; or the id of the booking. */
  ids: z.array(UuidField).min(1),
  /** `asked`: the keys are being destroyed. `shredded`: they are gone, so that nothing can be opened. `cleaned`: nor are its bytes left in tables or backups. */
  status: z.enum(['asked', 'shredded', 'cleaned']),
  /** The event that asked for it. */
  asked: z.object({ at: Instant, position: PositionField }),
  shredded_at: Instant.nullable(),
  /** The latest time for the cleaning of the files; null until the keys are gone. */
  due_by: Instant.nullable(),
  cleaned: z
    .object({
      at: Instant,
      /** Number of read models that were built anew, and of earlier backups that can't open the person's data any more. */
      read_models: Count,
      backups: Count,
    })
    .nullable(),
  /** Streams of the log whose key was destroyed. */
  erased: z.object({ customers: Count, appointments: Count, message_logs: Count }),
  kept: z.object({
    appointments: Count,
    first_date: z.iso.date().nullable(),
    last_date: z.iso.date().nullable(),
    earned_cents: Count,
  }),
  /** Backups from before with which the person can be opened until they are deleted. */
  open_backups: z.array(z.object({ folder: z.string(), taken_at: Instant })),
  /**
   * Postgres's own log (WAL) may have pages of tables as they were before the erasure. `held_until`: by then it has none of them any
   * more; null where the server's settings, an archive or a replica decide. Null until the files are cleaned.
   */
  write_ahead_log: z.object({ held_until: Instant.nullable() }).nullable(),
  elsewhere: z.array(z.enum(ELSEWHERE)),
});
export type ErasureCertificate = z.infer<typeof ErasureCertificate>;

const certificateOf = (of: 'customers' | 'bookings', summary: string) =>
  defineOperation({
    method: 'get',
    path: `/api/admin/${of}/{id}/erasure`,
    summary,
    caller: 'admin',
    roles: 'owners',
    area: null,
    params: IdPath,
    answer: { status: 200, body: ErasureCertificate },
    isProjected: true,
    problems: ['not-erased'],
  });

export const getCustomerErasure = certificateOf('customers', 'The certificate of the erasure of a customer');
export const getBookingErasure = certificateOf(
  'bookings',
  'The certificate of the erasure of an appointment',
);
