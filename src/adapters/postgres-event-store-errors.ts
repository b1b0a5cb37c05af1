import pg from 'pg';
import { StoreUnavailable } from '../eventsourcing/event-store.ts';

/**
 * SQLSTATE classes of a server that can't answer just now: connection, transaction state, rollback, resources,
 * object state, operator intervention (time-outs among them), system and internal errors.
 */
const TRANSIENT = /^(08|25|40|53|55|57|58|XX)/;

/** True for a refusal because the row is already there. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505';

/** True when the connection that reported the error is of no more use. */
export const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';

/**
 * What a failed query means to the port: `StoreUnavailable`, unless the server understood the statement and
 * refused it, which is a defect and stays itself.
 */
export const storeError = (error: unknown): unknown => {
  const refused = error instanceof pg.DatabaseError && !TRANSIENT.test(error.code ?? '');
  return refused
    ? error
    : new StoreUnavailable("the event log's database can't be reached", { cause: error });
};
