import type { Unit } from '../../src/contracts/reports/reports.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import type { Projection } from '../engine/projection.ts';

/** The numbers of a row, by the columns' keys; null where there is none, such as a share of nothing. */
export type Figures = Readonly<Record<string, number | null>>;

/** A way to group a report's rows. */
export interface Grouping {
  /** Parts of the calendar get their labels and order from `calendar-keys.ts`, services their names from `figures.ts`. */
  readonly key: string;
  readonly label: string;
  /** The labels of other keys. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A column: exactly one of `adds`, `aggregate` and `of`. */
export interface Column {
  readonly key: string;
  readonly label: string;
  readonly unit: Unit;
  readonly meaning: string;
  /** An SQL expression, numeric, over the facts: the part of one fact. The appointments behind such a number can be listed. */
  readonly adds?: string;
  /** Needs `adds`: an SQL aggregate that says of a row's facts, or of all, that the number isn't known. */
  readonly unknownIf?: string;
  /** An SQL aggregate over the facts of a row, or of all rows. */
  readonly aggregate?: string;
  /** Computed from the other columns, which may be hidden ones. */
  of?(row: Figures, totals: Figures): number | null;
  /** True if only other columns read it. */
  readonly isHidden?: true;
}

export interface Question {
  readonly from: SalonDate;
  readonly to: SalonDate;
  /** Key of a grouping. */
  readonly by: string;
  readonly position: Position;
  /** Date on the salon's clock at the moment; before the first event a day before all appointments. */
  readonly today: SalonDate;
  readonly minute: Minutes;
}

export interface Tools {
  readonly timeZone: string;
  /**
   * For each instant (ISO-8601, UTC), the position just before the first event that is recorded as later. It is never beyond the
   * question's own position.
   */
  positionsAsOf(instants: readonly string[]): Promise<readonly Position[]>;
  /** Adds a parameter to the statement, and returns its name. `$1` is the position, `$2` from and `$3` to. */
  parameter(value: unknown): string;
}

/**
 * A report: its title and meaning, and the SQL of its facts over versioned tables. The API, the page and the file for spreadsheets follow
 * from it (docs/reports.md).
 */
export interface Report {
  readonly name: string;
  readonly title: string;
  readonly meaning: string;
  readonly by: readonly Grouping[];
  readonly columns: readonly Column[];
  /** The read models that its facts come from. */
  readonly models: readonly Projection[];
  /**
   * A query of facts: rows with `key` (its text is that of the grouping; never null), `id` (of the appointment; null for a fact about
   * none), and the fields that the columns read. An appointment may have several facts.
   */
  facts(question: Question, tools: Tools): string | Promise<string>;
}
