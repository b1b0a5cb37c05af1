import { createHmac, createSecretKey } from 'node:crypto';
import type { Actor } from '../contracts/actor.ts';
import { deadlineIn, withinDeadline } from '../eventsourcing/deadline.ts';
import type { CommandRun } from '../eventsourcing/event-streams.ts';
import { commandIdOf } from '../eventsourcing/identity.ts';
import { refuse } from './refusal.ts';
import type { RequestContext } from './request-context.ts';

/** The same JSON value with the fields of its objects in order. */
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

export interface CommandRequest {
  /** Such as `cancel-booking`. */
  readonly command: string;
  /** The id of the existing thing that the command is about; undefined for one that makes something. */
  readonly subject: string | undefined;
  readonly actor: Actor;
  /** As parsed. */
  readonly body: unknown;
  /** The idempotency key. */
  readonly key: string;
  /** Of `If-Match`. */
  readonly ifVersion: number | undefined;
  readonly deadlineMs: number;
}

/**
 * Runs a command once: equal keys in flight share one execution, another body under the same key is refused, and
 * whoever waits gives up after the deadline while the work goes on and ends by itself.
 *
 * @throws DeadlineExceeded, Refused `idempotency-key-reused`, and what the work throws
 */
export type CommandRunner = <T>(
  context: RequestContext,
  request: CommandRequest,
  work: (run: CommandRun<Actor>) => Promise<T>,
) => Promise<T>;

/** @param onRetry called each time a command is decided again because another process was faster */
export function createCommandRunner(hashKey: Buffer, onRetry: () => void = () => {}): CommandRunner {
  // A KeyObject made once: making it for each request would cost four times the hash itself.
  const secret = createSecretKey(hashKey);
  const inFlight = new Map<string, { requestHash: string; work: Promise<unknown> }>();

  return async <T>(
    context: RequestContext,
    { command, subject, actor, body, key, ifVersion, deadlineMs }: CommandRequest,
    work: (run: CommandRun<Actor>) => Promise<T>,
  ) => {
    const commandId = commandIdOf(key, command, subject);
    const canonical = canonicalJson({ command, subject, body });
    const requestHash = createHmac('sha256', secret).update(canonical).digest('base64url');
    const deadline = deadlineIn(deadlineMs);
    context.commandId = commandId;

    const earlier = inFlight.get(commandId);
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
    inFlight.set(commandId, { requestHash, work: execution });
    const forget = () => inFlight.delete(commandId);
    execution.then(forget, forget);
    return withinDeadline(deadline, execution);
  };
}
