import type { RecordedEvent } from '../event-store.ts';
import { derivedId } from '../identity.ts';
import type { CommandContext } from '../streams/event-streams.ts';

/** The actor in the metadata of events by a process manager, or by another part of the program that acts without a request. */
type ProcessActor = { readonly kind: 'system'; readonly process: string };

/**
 * The context of a command by which a process acts on something. It is the same at every try, and in every process of that name,
 * so that an event that is appended again counts only once.
 *
 * @param name the process's name; it is part of the ids of events, so it must never change
 * @param about distinguishes this command from the process's other commands
 * @param cause the event that led to the command, or the id of something else that did; if left out, the command itself
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
    actor: { kind: 'system', process: name },
  };
}
