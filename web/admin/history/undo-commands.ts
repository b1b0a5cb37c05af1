import type { HistoryEntry } from '../../../src/contracts/history/history.ts';
import { type Undone, undo } from '../../../src/contracts/history/undo.ts';
import { call, NetworkError } from '../../api.ts';
import { defineCommand } from '../data/command.ts';
import { topicOf } from '../data/topics.ts';

type Thing = HistoryEntry['thing'];

const topic = ({ thing: { kind, id } }: { readonly thing: Thing }) => topicOf(kind, id);
/** Another thing may name the undone change, such as a merge by the customer who was merged. */
const also = (_: unknown, answer: Undone) => [topic(answer)];

/** Undoes the command that an entry of a history tells of. */
export const UNDO_ENTRY = defineCommand({
  name: 'undo-entry',
  thing: topic,
  also,
  send: ({ eventId }: { readonly thing: Thing; readonly eventId: string }, options) =>
    call(undo, { ...options, body: { event_id: eventId } }),
});

/** A command by the position that it was answered with. */
interface Answered {
  readonly thing: Thing;
  readonly position: string;
}

/** The undone change, and the entry that tells of it. */
type UndoneEntry = Undone & { readonly entry: HistoryEntry };

/** Undoes a command by the position that it was answered with. */
export const UNDO_ANSWERED = defineCommand<Answered, UndoneEntry>({
  name: 'undo-answered',
  thing: topic,
  also,
  async send({ position }, options) {
    const { entry, ...undone } = await call(undo, { ...options, body: { position } });
    if (!entry) throw new NetworkError('server');
    return { ...undone, entry };
  },
});
