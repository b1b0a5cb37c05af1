import { DeadlineExceeded } from '../../eventsourcing/deadline.ts';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';

/** gRPC codes of a call that may go better next time: cancelled, deadline, aborted, internal, unavailable, data loss. */
const TRANSIENT_CODES: ReadonlySet<unknown> = new Set([1, 4, 10, 13, 14, 15]);

const TRANSIENT_TYPES: ReadonlySet<unknown> = new Set([
  'unavailable',
  'cancelled',
  'timeout',
  'deadline-exceeded',
  'not-leader',
]);

/** What comes without a code of its own: a node starting up, an election, a failed discovery, a channel just closed. */
const TRANSIENT_TEXT = /not ready|too busy|no leader|discover|channel has been shut down/i;

/** A field of the client's error, which may be a command error, a raw gRPC error or anything else. */
const fieldOf = (error: unknown, field: 'type' | 'code'): unknown =>
  error instanceof Error && field in error ? Reflect.get(error, field) : undefined;

/** The client's name for a refusal, such as `wrong-expected-version`. Messages may be empty and aren't looked at. */
export const isOfType = (error: unknown, type: string): boolean => fieldOf(error, 'type') === type;

/** Whether the server knows the user and the password, or this user may not read: waiting won't help. */
export const refusesCredentials = (error: unknown): boolean =>
  isOfType(error, 'access-denied') || [7, 16].includes(Number(fieldOf(error, 'code')));

/** Why a server can't be reached, in one word of the network or of TLS, such as `ECONNREFUSED`. */
export const unreachableBecause = ({ cause }: StoreUnavailable): string => {
  const words = cause instanceof Error ? cause.message : '';
  return /\b(E[A-Z]{4,}|[A-Z_]*CERT[A-Z_]*)\b/.exec(words)?.[0] ?? 'no answer';
};

/**
 * What a failed call means to the port: `StoreUnavailable`, unless the server understood and refused, which is a
 * defect and stays itself. After an append it also means that the outcome is unknown.
 */
export const storeError = (error: unknown): unknown => {
  const transient =
    error instanceof DeadlineExceeded ||
    TRANSIENT_TYPES.has(fieldOf(error, 'type')) ||
    TRANSIENT_CODES.has(fieldOf(error, 'code')) ||
    (error instanceof Error && TRANSIENT_TEXT.test(error.message));
  return transient ? new StoreUnavailable("EventStoreDB can't be reached", { cause: error }) : error;
};
