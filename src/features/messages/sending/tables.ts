import type { Position } from '../../../eventsourcing/event-store.ts';

/** What the messenger has found to do. */
export interface NewRow {
  readonly causeId: string;
  readonly bookingId: string;
  readonly lookAt: Date;
}

/** Where the messenger leaves what it has found, in the transaction that moves its checkpoint. */
export interface MessengerTables<Tx> {
  /** Adds the rows that aren't there yet, with a job for each. Rows that are there stay as they are. */
  add(tx: Tx, rows: readonly NewRow[]): Promise<void>;
  /** Draws the line for the first time; a line that is there stays. */
  begin(tx: Tx, line: Position): Promise<void>;
}

/** The rows of causes as the worker uses them. They let nothing be forgotten; nothing is sent because of a row alone. */
export interface CauseRows {
  /** Undefined for a cause that no messenger has seen. */
  find(causeId: string): Promise<{ readonly bookingId: string; readonly ended: boolean } | undefined>;
  /** Milliseconds since a look first found this attempt open, by the database's clock. */
  openFor(causeId: string, attemptId: string): Promise<number>;
  lookAgain(causeId: string, at: Date): Promise<void>;
  end(causeId: string): Promise<void>;
}

/** Which bookings a number was texted about of late, by the number's hash. Noted before each claim. */
export interface TextedNumbers {
  note(numberHash: string, bookingId: string): Promise<void>;
  bookingsOf(numberHash: string): Promise<readonly string[]>;
}
