import type { SharedContact } from '../../../contracts/customers/imports.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import type { ContactHash, HashContact } from '../contacts.ts';
import type { Card } from '../events.ts';

/** A row of a file that is imported. */
export interface ImportRow {
  /** Number of the row, from 1. Its customer's id and its events' ids follow from it. */
  readonly row: number;
  /** The line of the file on which it begins, so that staff can find it. */
  readonly line: number;
  readonly card: Card;
}

export type RowPlan =
  /** A new customer. The card is what is written, with contacts and visits before of joined rows. */
  | { readonly do: 'import' }
  /** It is the same person as a row above, whose card gets its visits before and those of its contacts that nobody holds. */
  | { readonly do: 'join'; readonly line: number }
  /** The person is a customer already. */
  | { readonly do: 'known' }
  /** It isn't taken, since others hold its contacts. */
  | { readonly do: 'skip'; readonly shares: readonly SharedContact[] };

export type PlannedRow = ImportRow & { readonly plan: RowPlan };

/** A row that isn't taken, for staff to look at. */
export type RowNotTaken = Pick<ImportRow, 'line' | 'card'> & Pick<RowPlan & { do: 'skip' }, 'shares'>;

/** The holders of a contact: the ids of customers, the first holder first. */
export type Holders = ReadonlyMap<ContactHash, readonly string[]>;

/** Makes the plan of all rows from the registrar's holders of their contacts. Without rows there is no plan yet. */
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
   * @returns false if the registrar's saved checkpoint hasn't passed the position yet, the rows were lost, or no plan was made; nothing
   *   was saved then
   */
  savePlan(importId: string, passed: Position, make: MakePlan): Promise<boolean>;
  /** The next `limit` rows that are still to be written; undefined if there is no plan. */
  undone(importId: string, limit: number): Promise<readonly Pick<ImportRow, 'row' | 'card'>[] | undefined>;
  done(importId: string, rows: readonly number[]): Promise<void>;
  counts(importId: string): Promise<Readonly<Record<RowPlan['do'] | 'refused', number>>>;
  /** Removes the rows of an import that has ended. Those that weren't taken stay for a while, so that staff can look at them. */
  finish(importId: string): Promise<void>;
  /** Removes all rows of an import that was undone. */
  empty(importId: string): Promise<void>;
  /** Removes the rows that weren't taken, of all imports: they may say something of somebody who is erased. */
  forgetNotTaken(): Promise<void>;
  /** Whether one of these contacts may be in the rows of an import; true if they were lost. */
  mayHold(importId: string, contacts: readonly ContactHash[], hash: HashContact): Promise<boolean>;
}

export const importedCustomerId = (importId: string, row: number): string =>
  derivedId('import', importId, row);
