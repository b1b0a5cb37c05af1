import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Actor } from '../../contracts/history/actor.ts';
import { deadlineIn, withinDeadline } from '../../eventsourcing/async/deadline.ts';
import { commandIdOf } from '../../eventsourcing/identity.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../refusal.ts';
import type { RequestContext } from '../server/request-context.ts';

/** The same JSON value with the fields of all its objects sorted by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    fields[name] = sorted(field);
  }
  return fields;
}

/** JSON with sorted fields, so that equal requests have equal text. */
const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

interface CommandRequest {
  /** Such as `cancel-booking`. */
  readonly command: string;
  /** The id of the existing thing that the command is about; undefined if the command creates a thing. */
  readonly subject: string | undefined;
  readonly actor: Actor;
  /** The parsed body. */
  readonly body: unknown;
  /** The idempotency key. */
  readonly key: string;
  /** The version in `If-Match`. */
  readonly ifVersion: number | undefined;
  readonly deadlineMs: number;
}

/**
 * Runs a command once. Requests of one caller with the same key at the same time share one execution. A request with the same key
 * but another body is refused. A request gives up at its deadline, but the execution goes on.
 *
 * @throws DeadlineExceeded, Refused `idempotency-key-reused`, and what the work throws
 */
export type CommandRunner = <T>(
  context: RequestContext,
  request: CommandRequest,
  work: (run: CommandRun<Actor>) => Promise<T>,
) => Promise<T>;

/**
 * Makes the hash of a request for the metadata of its events, from the command, its body and its idempotency key. Since the key isn't
 * stored, nobody who has the secret and the log can find out personal data by hashing guesses.
 */
const requestHashOf = (secret: KeyObject, { command, subject, body, key }: CommandRequest) =>
  createHmac('sha256', secret).update(canonicalJson({ command, subject, body, key })).digest('base64url');

/** @param onRetry called each time a command is decided again because another process was faster */
export function createCommandRunner(hashKey: Buffer, onRetry: () => void = () => {}): CommandRunner {
  // The KeyObject is made once, since making it for each request would cost four times as much as the hash itself.
  const secret = createSecretKey(hashKey);
  const inFlight = new Map<string, { requestHash: string; work: Promise<unknown> }>();

  return async <T>(
    context: RequestContext,
    request: CommandRequest,
    work: (run: CommandRun<Actor>) => Promise<T>,
  ) => {
    const { command, subject, actor, key, ifVersion, deadlineMs } = request;
    const commandId = commandIdOf(key, command, subject);
    const requestHash = requestHashOf(secret, request);
    const deadline = deadlineIn(deadlineMs);
    context.commandId = commandId;

    // Another caller doesn't share it, since the answer may have a secret that is for the first one alone.
    const running = `${commandId} ${canonicalJson(actor)}`;
    const earlier = inFlight.get(running);
    if (earlier && earlier.requestHash !== requestHash) throw refuse('idempotency-key-reused');
    if (earlier) return withinDeadline(deadline, earlier.work as Promise<T>);

    const { correlationId } = context;
    const onConflict = () => {
      context.retries = (context.retries ?? 0) + 1;
      onRetry();
    };
    const execution = work({
      context: { commandId, requestHash, correlationId, causationId: correlationId, actor },
      deadline,
      ifVersion,
      onConflict,
    });
    inFlight.set(running, { requestHash, work: execution });
    const forget = () => inFlight.delete(running);
    execution.then(forget, forget);
    return withinDeadline(deadline, execution);
  };
}
