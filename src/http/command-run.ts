import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { z } from 'zod';
import { IdempotencyKeyField } from '../contracts/fields.ts';
import { COMMAND_DEADLINE_MS, deadlineIn, withinDeadline } from '../eventsourcing/deadline.ts';
import { RuleBroken } from '../eventsourcing/decider.ts';
import type { Actor } from '../eventsourcing/event-store.ts';
import type { CommandRun } from '../eventsourcing/event-streams.ts';
import { commandIdOf } from '../eventsourcing/identity.ts';
import { parseHeader } from './parse.ts';
import { factsOfRequest } from './request-context.ts';

/** `"3"`; a weak tag means the same here, and `*` asks for nothing. */
const IfMatch = z
  .string()
  .regex(/^(?:W\/)?"(\d{1,9})"$|^\*$/, 'Must be an ETag.')
  .transform((text) => (text === '*' ? undefined : Number(text.replace(/\D/g, ''))));

/** JSON with sorted fields, so that equal requests have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export interface CommandRequest {
  /** Such as `cancel-booking`. */
  readonly command: string;
  /** What an existing thing's command is about; left out for a create. */
  readonly subject?: string;
  readonly actor: Actor;
  /** As parsed. */
  readonly body: unknown;
}

export interface CommandRunner {
  /** The idempotency key of a request, or a random one. @throws InvalidRequest */
  keyOf(req: Request): string;
  /**
   * Runs a command once: equal keys in flight share one execution, another body under the same key is refused,
   * and whoever waits gives up after the deadline while the work ends on its own.
   *
   * @throws DeadlineExceeded, RuleBroken
   */
  run<T>(
    req: Request,
    key: string,
    request: CommandRequest,
    work: (run: CommandRun) => Promise<T>,
  ): Promise<T>;
}

/** @param onRetry told each time that a command is decided again because another process had been faster */
export function createCommandRunner(hashKey: Buffer, onRetry: () => void = () => {}): CommandRunner {
  // A key made once: made anew for each request, it would cost four times the hash itself.
  const secret = createSecretKey(hashKey);
  const inFlight = new Map<string, { requestHash: string; work: Promise<unknown> }>();

  return {
    keyOf: (req) => parseHeader(IdempotencyKeyField, req, 'Idempotency-Key') ?? randomUUID(),

    async run<T>(
      req: Request,
      key: string,
      { command, subject, actor, body }: CommandRequest,
      work: (run: CommandRun) => Promise<T>,
    ) {
      const ifVersion = parseHeader(IfMatch, req, 'If-Match');
      const commandId = commandIdOf(key, command, subject);
      const canonical = canonicalJson({ command, subject, body });
      const requestHash = createHmac('sha256', secret).update(canonical).digest('base64url');
      const deadline = deadlineIn(COMMAND_DEADLINE_MS);
      const facts = factsOfRequest(req);
      facts.commandId = commandId;
      const answered = async (result: Promise<T>) => {
        const answer = await withinDeadline(deadline, result);
        const { position } = (answer ?? {}) as { readonly position?: unknown };
        if (typeof position === 'string') facts.position = position;
        return answer;
      };

      const earlier = inFlight.get(commandId);
      if (earlier && earlier.requestHash !== requestHash) throw new RuleBroken('idempotency-key-reused');
      if (earlier) return answered(earlier.work as Promise<T>);

      const { correlationId } = facts;
      const context = { commandId, requestHash, correlationId, causationId: correlationId, actor };
      const onConflict = () => {
        facts.retries = (facts.retries ?? 0) + 1;
        onRetry();
      };
      const execution = work({ context, deadline, ifVersion, onConflict });
      inFlight.set(commandId, { requestHash, work: execution });
      const forget = () => inFlight.delete(commandId);
      execution.then(forget, forget);
      return answered(execution);
    },
  };
}
