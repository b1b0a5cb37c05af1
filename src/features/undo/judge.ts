import type { Role } from '../../contracts/accounts/roles.ts';
import type { RecordedEvent } from '../../eventsourcing/event-store.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import { type Decided, type DecidedStream, decisionsIn, isCounted, mayUndo } from './decisions.ts';

/** Id of the command that undoes another one. It is the same for everybody who asks for it, so that it is applied once. */
export const undoCommandId = (commandId: string): string => derivedId('undo', commandId);

export type NeverUndone = 'creation' | 'undo' | 'not-by-staff' | 'keys' | 'other';

/** Whether an event can be undone. */
export type Verdict =
  | {
      readonly is: 'undoable';
      /** All events of the command that wrote it, in this stream. */
      readonly command: Command;
      /** The stream's present version. */
      readonly version: number;
    }
  | { readonly is: 'undone'; readonly command: Command; readonly by: RecordedEvent }
  | { readonly is: 'overtaken'; readonly by: RecordedEvent }
  | { readonly is: 'never'; readonly why: NeverUndone };

type Command = readonly [RecordedEvent, ...RecordedEvent[]];

const CREATIONS: ReadonlySet<string> = new Set([
  'BookingRequested',
  'ServiceAdded',
  'CustomerRegistered',
  'CustomerImported',
  'CustomerAdded',
  'ReviewAdded',
  'StylistAdded',
]);

const overlaps = (one: Decided, other: Decided): boolean =>
  one.thing === other.thing &&
  (!one.fields || !other.fields || one.fields.some((field) => other.fields?.includes(field)));

/** The events that undo others: their metadata name the other one as their cause, and their command's id is derived from that one's. */
function undoingIn(events: readonly RecordedEvent[]): ReadonlySet<string> {
  const commands = new Map(events.map(({ id, metadata }) => [id, metadata.commandId]));
  return new Set(
    events.flatMap(({ id, metadata: { causationId, commandId } }) => {
      const undone = commands.get(causationId);
      return undone !== undefined && undoCommandId(undone) === commandId ? [id] : [];
    }),
  );
}

function whyNever(
  { id, type, metadata }: RecordedEvent,
  undoing: ReadonlySet<string>,
  { undoable }: DecidedStream,
): NeverUndone | undefined {
  if (undoing.has(id)) return 'undo';
  if (CREATIONS.has(type)) return 'creation';
  if (type === 'SendingKeysChanged') return 'keys';
  if (!undoable.has(type)) return 'other';
  return metadata.actor.kind === 'admin' ? undefined : 'not-by-staff';
}

/**
 * Whether the command that wrote an event can be undone, as far as its stream tells: only while nothing else has been decided about the
 * same thing, or about the same fields of hours and services.
 *
 * @param events the whole stream
 */
export function judge(stream: string, events: readonly RecordedEvent[], eventId: string): Verdict {
  const kind = decisionsIn(stream);
  const event = events.find(({ id }) => id === eventId);
  if (!kind || !event) return { is: 'never', why: 'other' };
  const { commandId } = event.metadata;
  const [first = event, ...more] = events.filter((other) => other.metadata.commandId === commandId);
  const command: Command = [first, ...more];
  const undoing = undoingIn(events);
  const why = command.map((one) => whyNever(one, undoing, kind)).find((found) => found !== undefined);
  if (why) return { is: 'never', why };
  const by = events.findLast((other) => other.metadata.commandId === undoCommandId(commandId));
  if (by) return { is: 'undone', command, by };
  const decided = kind.decided(events);
  const own = events.flatMap((one, index) => (command.includes(one) ? (decided[index] ?? []) : []));
  const last = command.at(-1) ?? event;
  const later = events.findLast(
    (other, index) =>
      other.revision > last.revision &&
      decided[index]?.some((one) => own.some((ownOne) => overlaps(one, ownOne))),
  );
  if (later) return { is: 'overtaken', by: later };
  return { is: 'undoable', command, version: decided.filter(isCounted).length };
}

/** Ids of the events that undo others, and of those that `judge` finds undoable. */
interface Undos {
  readonly undoing: ReadonlySet<string>;
  readonly undoable: ReadonlySet<string>;
}

/**
 * The events of a stream that are undone, and those that can be undone.
 *
 * @param events the whole stream
 * @param role that of the person who would undo them
 */
export function undosIn(stream: string, events: readonly RecordedEvent[], role: Role): Undos {
  const kind = decisionsIn(stream);
  const undoable = new Set<string>();
  if (!kind) return { undoing: undoable, undoable };
  const undoing = undoingIn(events);
  const decided = kind.decided(events);
  const commands = Map.groupBy(events.keys(), (index) => events[index]?.metadata.commandId);
  const later: Decided[] = [];
  for (const indexes of [...commands.values()].reverse()) {
    const command = indexes.flatMap((index) => events[index] ?? []);
    const own = indexes.flatMap((index) => decided[index] ?? []);
    const isLast = !own.some((one) => later.some((other) => overlaps(one, other)));
    const isTheirs = mayUndo(role, kind, command);
    if (isTheirs && isLast && command.every((event) => whyNever(event, undoing, kind) === undefined))
      for (const { id } of command) undoable.add(id);
    // One entry for each subject is enough to compare earlier decisions with.
    for (const one of own) if (!later.some((other) => isCovered(one, other))) later.push(one);
  }
  return { undoing, undoable };
}

const isCovered = (one: Decided, by: Decided): boolean =>
  one.thing === by.thing &&
  (!by.fields || (one.fields?.every((field) => by.fields?.includes(field)) ?? false));
