import { hash } from 'node:crypto';
import { parse } from 'uuid';

/** The namespace of all ids derived below. It must never change, since a retry must derive the same ids. */
const NAMESPACE = parse('b1f4b6c8-6a35-4c0e-9f5d-2f1c7a0e5d43');

/**
 * UUID v5 (RFC 9562) of the parts in this order. They are joined as JSON, so that `['ab','c']` and `['a','bc']` give different ids.
 * The package's own `v5` takes three times as long, and one request needs a dozen ids.
 */
export function derivedId(...parts: readonly (string | number)[]): string {
  const name = Buffer.from(JSON.stringify(parts));
  const hex = hash('sha1', Buffer.concat([NAMESPACE, name]), 'hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Identity of a command (docs/event-model.md, "Identities").
 *
 * @param subject id of the existing thing that the command is about; left out if the command creates a thing
 */
export function commandIdOf(idempotencyKey: string, command: string, subject = ''): string {
  return derivedId('command', idempotencyKey, command, subject);
}

/**
 * Identity of an event that a command leads to.
 *
 * @param discriminator what `Decider.discriminatorOf` returns for the event
 * @param index the event's index among the events of one decision
 */
export function eventIdOf(
  commandId: string,
  stream: string,
  type: string,
  discriminator = '',
  index = 0,
): string {
  return derivedId('event', commandId, stream, type, discriminator, ...(index > 0 ? [index] : []));
}
