import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';

/** What the messenger has found to do. */
export interface NewRow {
  readonly causeId: string;
  readonly bookingId: string;
  readonly lookAt: Date;
  /** For a mail: the cause that it is about. */
  readonly mailOf?: string;
}

/** Where the messenger leaves what it has found, in the transaction that moves its checkpoint. */
export interface MessengerTables<Tx> {
  /** Adds the rows that aren't there yet. Rows that are there stay as they are. */
  add(tx: Tx, rows: readonly NewRow[]): Promise<void>;
  /** Draws the line for the first time; a line that is there stays. */
  begin(tx: Tx, line: Position): Promise<void>;
}

/**
 * What a message waits for: `quiet`, the end of the quiet hours or its own time; `resuming`, until staff let messages leave;
 * `provider`, another try; `outcome` of an attempt to send it; `before`, the outcome of an attempt to send another message before it;
 * `receipt` of one that was taken.
 */
export type WaitsFor = 'quiet' | 'resuming' | 'provider' | 'outcome' | 'before' | 'receipt';

/** A cause whose row has no end, to be looked at. */
export interface DueCause {
  readonly channel: MessageChannel;
  /** For a mail: of what the mail is about. */
  readonly causeId: string;
  readonly bookingId: string;
}

/** The rows of causes as the worker uses them. They let nothing be forgotten; nothing is sent because of a row alone. */
export interface CauseRows {
  /** Milliseconds since a look first found this attempt open, by the database's clock. */
  openFor(causeId: string, attemptId: string): Promise<number>;
  lookAgain(causeId: string, at: Date, waitsFor: WaitsFor): Promise<void>;
  end(causeId: string): Promise<void>;
}

/**
 * Who can bring a text about, again and again: `anybody`, about a booking that staff have neither made nor confirmed; whoever has
 * the private `link` of any other; else the `salon`.
 */
export type CausedBy = 'anybody' | 'link' | 'salon';

/** A text that is about to be claimed. */
export interface CountedText {
  readonly causeId: string;
  readonly bookingId: string;
  /** E.164. */
  readonly to: string;
  /** Keyed hash of the network address that the booking came from; null for one by staff. */
  readonly address: string | null;
  readonly causedBy: CausedBy;
  /** Whether staff have asked for this very text: no limit of the number keeps it back, whoever has used that up. */
  readonly isByHand: boolean;
}

/**
 * Whether another text may be paid for. `unconfirmed-over-cap`: strangers have caused as many as they may; `over-cap`: the number has
 * got as many as it may about appointments that are the salon's, or as many of them as links may cause; `stopped` has paused sending until staff lift it.
 */
export type Allowance = 'allowed' | 'unconfirmed-over-cap' | 'over-cap' | 'stopped';

/** The texts of late. */
export interface TextCounts {
  /** Counts a text before it is claimed, if it is within the limits; again for the same cause counts nothing. */
  allow(text: CountedText): Promise<Allowance>;
  /** Bookings that a number was texted about of late. */
  bookingsOf(number: string): Promise<readonly string[]>;
}
