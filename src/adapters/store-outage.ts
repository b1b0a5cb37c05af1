import type { DestinationStream } from 'pino';
import { DeadlineExceeded } from '../eventsourcing/async/deadline.ts';
import { StoreUnavailable } from '../eventsourcing/event-store.ts';
import { storeError as esdbError } from './eventstoredb/errors.ts';
import { isConnectionGone, isDiskFull, isServersOutage } from './postgres/outage.ts';
import { errorCode } from './startup-error.ts';

/** A store that can't be used now, and why in one sentence. */
interface Outage {
  readonly store: 'Postgres' | 'EventStoreDB' | 'the log' | 'files' | 'a store';
  readonly reason: string;
}

/** Node's codes for a server that can't be reached. A mail server's or a provider's stand in errors of another kind. */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
const UNWRITABLE = /^(EROFS|EIO)$/;

const isSystemCall = (error: Error): error is Error & { syscall: string } => 'syscall' in error;

/** The cause of an error if a store failed, with the store if the error itself shows it. */
function why(error: Error): Outage | undefined {
  const code = errorCode(error) ?? '';
  const isFile = isSystemCall(error) && (isDiskFull(error) || UNWRITABLE.test(code));
  const store = isFile ? 'files' : 'Postgres';
  const whose = isFile ? 'The disk of this process' : 'The disk of Postgres';
  if (isDiskFull(error)) return { store, reason: `${whose} is full.` };
  if (isFile) return { store, reason: `${whose} cannot be written (${code}).` };
  if (isServersOutage(error)) return { store, reason: `Postgres cannot do it now (${code}).` };
  const isNoCommand = !('command' in error);
  const isSocketGone = code === 'ENOENT' && isSystemCall(error) && error.syscall === 'connect';
  if (isConnectionGone(error) || (isNoCommand && (UNREACHABLE.test(code) || isSocketGone)))
    return { store, reason: `Postgres cannot be reached (${code || 'no answer'}).` };
  if (esdbError(error) instanceof StoreUnavailable)
    return { store: 'EventStoreDB', reason: 'EventStoreDB cannot be reached or is too slow.' };
  return undefined;
}

/**
 * The store that an error is about, if it only says that the store can't be used now. Causes count only within the ports' own
 * error, so that a provider or a mail server that can't be reached is no store.
 */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof DeadlineExceeded)
    return { store: 'a store', reason: 'A store did not answer in time.' };
  if (!(error instanceof StoreUnavailable)) return error instanceof Error ? why(error) : undefined;
  if (error.message.includes('EventStoreDB'))
    return { store: 'EventStoreDB', reason: 'EventStoreDB cannot be reached or is too slow.' };
  const cause = error.cause instanceof Error ? outageOf(error.cause) : undefined;
  if (cause) return cause;
  if (error.message.includes('Postgres')) return { store: 'Postgres', reason: 'Postgres cannot be reached.' };
  return { store: 'the log', reason: 'The log cannot be read now.' };
}

const EVERY_MS = 60_000;
/** Failures that don't show which store it was, and mostly come with one that does. */
const UNNAMED: ReadonlySet<string> = new Set<Outage['store']>(['the log', 'a store']);
/** `createLogger` writes an outage in this form; within a text of JSON the quotes would be escaped. */
const MARK = /"outage":\{"store":"([^"]+)"/;

/**
 * Passes on one line a minute of all that failed because of the same store; each of them counts the lines that were left out before.
 *
 * @param clock returns milliseconds that never go back
 */
export function oncePerOutage(stream: DestinationStream, clock = () => performance.now()): DestinationStream {
  const last = new Map<string, { readonly at: number; leftOut: number }>();
  const latest = () => [...last.values()].sort((one, other) => other.at - one.at)[0];
  return {
    write(line) {
      const store = MARK.exec(line)?.[1];
      if (store === undefined) return stream.write(line);
      const at = clock();
      const before = UNNAMED.has(store) ? latest() : last.get(store);
      if (before && at - before.at < EVERY_MS) {
        before.leftOut += 1;
        return;
      }
      last.set(store, { at, leftOut: 0 });
      const leftOut = before?.leftOut ?? 0;
      stream.write(leftOut === 0 ? line : line.replace(/\}\s*$/, `,"linesLeftOut":${leftOut}}\n`));
    },
  };
}
