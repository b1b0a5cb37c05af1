import pg from 'pg';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { isOutage } from '../postgres/outage.ts';

/** True for a refusal because the row is already there. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505';

/** True when the connection that reported the error is of no more use. */
export const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';

/** What a failed query means to the port: `StoreUnavailable` when Postgres is away, else a defect that stays itself. */
export const storeError = (error: unknown): unknown =>
  isOutage(error)
    ? new StoreUnavailable("the event log's database can't be reached", { cause: error })
    : error;
