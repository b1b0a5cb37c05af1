import { listActivity } from '../../../src/contracts/history/activity.ts';
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

/** The position right after one: both have 32 hexadecimal digits. */
const nextAfter = (position: string) => (BigInt(`0x${position}`) + 1n).toString(16).padStart(32, '0');

/** The undone change, and the entry that tells of it. */
type UndoneEntry = Undone & { readonly entry: HistoryEntry };

/** Undoes a command by the position that it was answered with. */
export const UNDO_ANSWERED = defineCommand<Answered, UndoneEntry>({
  name: 'undo-answered',
  thing: topic,
  also,
  async send({ position }, options) {
    const { token } = options;
    // The newest entry before the next position is that of this one.
    const query = { after: position, cursor: nextAfter(position), limit: '1' };
    const [entry] = (await call(listActivity, { token, query })).entries;
    if (entry?.position !== position) throw new NetworkError('server');
    return { ...(await call(undo, { ...options, body: { event_id: entry.id } })), entry };
  },
});
