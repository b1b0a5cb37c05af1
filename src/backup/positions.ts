import type { EventLog } from '../adapters/event-log/event-log.ts';
import { LOG_START, type Position } from '../eventsourcing/event-store.ts';
import type { StoredRow } from './format.ts';
import { KEPT_TABLES } from './tables.ts';

type Row = StoredRow['row'];
type Change = (position: Position) => Position;

/** Changes the value at a path such as `item.position`. */
function changed(row: Row, [field = '', ...deeper]: readonly string[], change: Change): Row {
  const value = row[field];
  if (value === null || value === undefined) return row;
  return {
    ...row,
    [field]: deeper.length > 0 ? changed(value as Row, deeper, change) : change(value as Position),
  };
}

/** The row with each of its positions changed. */
export function withPositions({ table, row }: StoredRow, change: Change): Row {
  const paths = KEPT_TABLES.find(({ name }) => name === table)?.positions ?? [];
  return paths.reduce((before, path) => changed(before, path.split('.'), change), row);
}

/** Every position in a row. */
export function positionsIn(row: StoredRow): readonly Position[] {
  const positions: Position[] = [];
  withPositions(row, (position) => {
    positions.push(position);
    return position;
  });
  return positions;
}

interface EventRef {
  readonly stream: string;
  readonly revision: number;
}

/** The last event up to each position of one log; null before the first. Any log with the same events has it, at a position of its own. */
export type LastEvents = ReadonlyMap<Position, EventRef | null>;

/** Finds the last event up to each of these positions while the events of their log pass by in order. */
export function createLastEventFinder(positions: Iterable<Position>) {
  const asked = [...new Set(positions)].filter((position) => position !== LOG_START).sort();
  const lastEvents = new Map<Position, EventRef | null>();
  let last: EventRef | null = null;
  const answer = (isBefore: (position: Position) => boolean) => {
    for (let [first] = asked; first !== undefined && isBefore(first); [first] = asked) {
      lastEvents.set(first, last);
      asked.shift();
    }
  };
  return {
    pass(event: EventRef & { readonly position: Position }): void {
      answer((position) => position < event.position);
      last = { stream: event.stream, revision: event.revision };
    },
    end(): LastEvents {
      answer(() => true);
      return lastEvents;
    },
  };
}

/** Makes positions of the log that the last events were found in those of another log. */
export async function translation(lastEvents: LastEvents, log: Pick<EventLog, 'read'>): Promise<Change> {
  const known = new Map<Position, Position>([[LOG_START, LOG_START]]);
  for (const [before, last] of lastEvents) {
    const [event] = last ? await log.read(last.stream, BigInt(last.revision)) : [];
    if (last && !event) throw new Error(`${last.stream}@${last.revision} is not in the log`);
    known.set(before, event?.position ?? LOG_START);
  }
  return (position) => {
    const found = known.get(position);
    if (found === undefined) throw new Error(`no event was looked for at position ${position}`);
    return found;
  };
}
