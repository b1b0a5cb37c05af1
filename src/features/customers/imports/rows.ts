import type { Position } from '../../../eventsourcing/event-store.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import type { ContactHash } from '../contacts.ts';
import type { Card } from '../events.ts';

/** A row of a file that is imported. */
export interface ImportRow {
  /** From 1. Its customer's id and its events' ids follow from it. */
  readonly row: number;
  /** The line of the file on which it begins, so that staff can find it. */
  readonly line: number;
  readonly card: Card;
}

/** What becomes of a row: a new customer, a change of one, nothing, or it is added to the card of a row above. */
export type RowPlan =
  | { readonly do: 'import' | 'skip' | 'join' }
  | { readonly do: 'change'; readonly customerId: string };

/** A row with its plan. The card is what is written: with contacts of joined rows, or with those only that a change adds. */
export type PlannedRow = Pick<ImportRow, 'row' | 'card'> & { readonly plan: RowPlan };

/** The first holder of each contact that somebody holds. */
export type Holders = ReadonlyMap<ContactHash, string>;

/** Makes the plan of all rows from what the registrar says of their contacts. */
export type MakePlan = (
  holdersOf: (hashes: readonly ContactHash[]) => Promise<Holders>,
) => Promise<readonly PlannedRow[]>;

/** Rows and plans of imports, outside the log. */
export interface ImportTable {
  /** All rows of an import that isn't planned yet; empty if they were lost. */
  unplanned(importId: string): Promise<readonly ImportRow[]>;
  /**
   * Saves a plan, unless there is one, in one transaction with what it reads of the registrar's contacts and open decisions.
   *
   * @returns false if the registrar's saved checkpoint hasn't passed the position yet, or the rows were lost; nothing was saved then
   */
  savePlan(importId: string, passed: Position, make: MakePlan): Promise<boolean>;
  /** The next `limit` rows that aren't done; undefined if there is no plan. */
  undone(importId: string, limit: number): Promise<readonly PlannedRow[] | undefined>;
  done(importId: string, rows: readonly number[]): Promise<void>;
  /** How many rows have each plan, and how many were refused. */
  counts(importId: string): Promise<Readonly<Record<RowPlan['do'] | 'refused', number>>>;
  /** Removes the rows of an import that has ended. */
  empty(importId: string): Promise<void>;
}

/** Id of the customer that a row of an import makes. */
export const importedCustomerId = (importId: string, row: number): string =>
  derivedId('import', importId, row);
