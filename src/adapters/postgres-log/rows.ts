import type { Pool } from 'pg';
import type { EventData, EventMetadata, Position, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { storeError } from '../postgres/outage.ts';

/** The columns of an event, in the order in which `EventRow` has them. */
export const EVENT_COLUMNS =
  'e.tx, e.global_position, e.stream, e.revision, e.event_id, e.type, e.data, e.metadata';

/** One event as the driver returns it in array mode; 64-bit numbers come as text. */
export type EventRow = [
  tx: string,
  globalPosition: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: EventData,
  metadata: EventMetadata,
];

/** The rows of a prepared statement, in array mode. @throws StoreUnavailable */
export async function queryRows<Row extends unknown[]>(
  pool: Pool,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  try {
    return (await pool.query<Row>({ name, text, values, rowMode: 'array' })).rows;
  } catch (error) {
    throw storeError(error);
  }
}

/** Numbers of so many digits are exact as a double, which is several times faster than a BigInt. */
const EXACT_DIGITS = 15;

const hex = (decimal: string): string =>
  (decimal.length <= EXACT_DIGITS ? Number(decimal) : BigInt(decimal)).toString(16).padStart(16, '0');

/** The position as one sortable text. The log is ordered by the pair of both numbers. */
export const positionOf = (tx: string, globalPosition: string): Position => hex(tx) + hex(globalPosition);

/** The two numbers of a position, as decimal texts for Postgres. For `LOG_START` they are lower than those of every event. */
export const pairOf = (position: Position): [tx: string, globalPosition: string] =>
  position === ''
    ? ['0', '0']
    : [BigInt(`0x${position.slice(0, 16)}`).toString(), BigInt(`0x${position.slice(16)}`).toString()];

export const recordedEvent = (row: EventRow): RecordedEvent => ({
  id: row[4],
  type: row[5],
  data: row[6],
  metadata: row[7],
  stream: row[2],
  revision: BigInt(row[3]),
  position: positionOf(row[0], row[1]),
});
