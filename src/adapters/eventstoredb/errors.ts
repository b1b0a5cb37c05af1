import { DeadlineExceeded } from '../../eventsourcing/async/deadline.ts';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';

/** gRPC codes of a call that may succeed next time: cancelled, deadline, aborted, internal, unavailable, data loss. */
const TRANSIENT_CODES: ReadonlySet<unknown> = new Set([1, 4, 10, 13, 14, 15]);

const TRANSIENT_TYPES: ReadonlySet<unknown> = new Set([
  'unavailable',
  'cancelled',
  'timeout',
  'deadline-exceeded',
  'not-leader',
]);

/** Messages of errors that have no code: a node is starting, an election is under way, discovery failed, a channel is closed. */
const TRANSIENT_TEXT = /not ready|too busy|no leader|discover|channel has been shut down/i;

/** A field of an error. The error may be one of the client's own, a raw gRPC error or anything else. */
const fieldOf = (error: unknown, field: 'type' | 'code'): unknown =>
  error instanceof Error && field in error ? Reflect.get(error, field) : undefined;

/** Whether an error has one of the client's types, such as `wrong-expected-version`; its message may be empty. */
export const isOfType = (error: unknown, type: string): boolean => fieldOf(error, 'type') === type;

/** Whether the server refuses the user, or doesn't let the user read. Waiting doesn't help then. */
export const refusesCredentials = (error: unknown): boolean =>
  isOfType(error, 'access-denied') || [7, 16].includes(Number(fieldOf(error, 'code')));

/** Whether a call ended because its time was up. */
export const missedDeadline = (error: unknown): boolean =>
  error instanceof DeadlineExceeded || isOfType(error, 'deadline-exceeded');

const isTransient = (error: unknown): boolean =>
  error instanceof DeadlineExceeded ||
  TRANSIENT_TYPES.has(fieldOf(error, 'type')) ||
  TRANSIENT_CODES.has(fieldOf(error, 'code')) ||
  (error instanceof Error && TRANSIENT_TEXT.test(error.message));

/** Whether an error is a response of the server, which shows that the connection works. */
export const isAnswer = (error: unknown): boolean =>
  isOfType(error, 'timeout') ||
  isOfType(error, 'not-leader') ||
  !(error instanceof StoreUnavailable || isTransient(error));

/**
 * The error that the port throws for a failed call: `StoreUnavailable`, or the error itself when the server refused the
 * call, which is a defect. After `StoreUnavailable` the outcome of an append is unknown.
 */
export const storeError = (error: unknown): unknown =>
  isTransient(error) ? new StoreUnavailable("EventStoreDB can't be reached", { cause: error }) : error;
