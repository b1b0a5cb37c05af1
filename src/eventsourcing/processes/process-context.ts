import type { RecordedEvent } from '../event-store.ts';
import { derivedId } from '../identity.ts';
import type { CommandContext } from '../streams/event-streams.ts';

/** A process manager, or another part of a program that acts by itself; never a request. */
export interface ProcessCaller {
  readonly kind: 'process';
  readonly name: string;
}

/** How the metadata of events names a process. */
export const actorOfProcess = ({ name }: ProcessCaller) => ({ kind: 'system', process: name }) as const;

type ProcessActor = ReturnType<typeof actorOfProcess>;

/**
 * The command with which a process acts on something. It is the same in every process of that name and at every try, so that
 * an event that is appended again counts once.
 *
 * @param name part of the ids of its events, so it must never change
 * @param about what tells this command from its others
 * @param cause the event that led to it, or the id of what did; the command itself when left out
 */
export function processContext(
  name: string,
  about: readonly string[],
  cause?: RecordedEvent | string,
): CommandContext<ProcessActor> {
  const commandId = derivedId(name, ...about);
  const isEvent = typeof cause === 'object';
  return {
    commandId,
    requestHash: name,
    correlationId: isEvent ? cause.metadata.correlationId : (cause ?? commandId),
    causationId: isEvent ? cause.id : (cause ?? commandId),
    actor: actorOfProcess({ kind: 'process', name }),
  };
}
