import { DeadlineExceeded } from '../../eventsourcing/deadline.ts';
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

/** What has no code of its own: a node starting up, an election, a failed discovery, a channel just closed. */
const TRANSIENT_TEXT = /not ready|too busy|no leader|discover|channel has been shut down/i;

/** Errors of the client may be its own, raw gRPC errors or anything else. */
const fieldOf = (error: unknown, field: 'type' | 'code'): unknown =>
  error instanceof Error && field in error ? Reflect.get(error, field) : undefined;

/** By the client's name for it, such as `wrong-expected-version`; messages may be empty. */
export const isOfType = (error: unknown, type: string): boolean => fieldOf(error, 'type') === type;

/** Whether the server refuses the user, or this user may not read: waiting won't help. */
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

/** Whether a failure is the server's own word, and so a sign that the connection works. */
export const isAnswer = (error: unknown): boolean =>
  isOfType(error, 'timeout') ||
  isOfType(error, 'not-leader') ||
  !(error instanceof StoreUnavailable || isTransient(error));

/**
 * What a failed call means to the port: `StoreUnavailable`, unless the server understood and refused, which is a
 * defect and stays itself. After an append it also means that the outcome is unknown.
 */
export const storeError = (error: unknown): unknown =>
  isTransient(error) ? new StoreUnavailable("EventStoreDB can't be reached", { cause: error }) : error;
