import pg from 'pg';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { isOutage } from '../postgres/outage.ts';

/** True when Postgres refused a row because there is already one with the same key. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505';

/** True when the connection that reported the error can't be used any more. */
export const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';

/** The error that the port throws for a failed query: `StoreUnavailable` when Postgres can't answer now, else the error itself. */
export const storeError = (error: unknown): unknown =>
  isOutage(error)
    ? new StoreUnavailable("the event log's database can't be reached", { cause: error })
    : error;
