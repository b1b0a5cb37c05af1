import type { HeldRows } from '../../../contracts/customers/imports.ts';
import { type ContactHash, contactsAmong, type HashContact, hashesOf } from '../contacts.ts';
import type { Card } from '../events.ts';
import { type Holders, type ImportRow, importedCustomerId, type PlannedRow } from './rows.ts';

/** Whom a contact belongs to: a customer, or one whom a row above will make. */
type Holder = { readonly customerId: string } | { readonly row: number };

interface PlanDeps {
  readonly importId: string;
  /** What becomes of a row with a contact that a customer holds. */
  readonly held: HeldRows;
  readonly hash: HashContact;
}

/**
 * Plans the rows of a file one by one. A contact belongs to the customer whom the registrar names, or else to the row or card to which
 * the plan has already given it. Nobody loses a contact: only those that nobody holds are added to a card.
 */
export function planRows(
  rows: readonly ImportRow[],
  holders: Holders,
  { importId, held, hash }: PlanDeps,
): readonly PlannedRow[] {
  // If the plan was lost, some rows may be customers already.
  const rowOf = new Map(rows.map(({ row }) => [importedCustomerId(importId, row), row]));
  const given = new Map<ContactHash, Holder>();
  const holderOf = (contact: ContactHash): Holder | undefined => {
    const customerId = holders.get(contact);
    const row = customerId === undefined ? undefined : rowOf.get(customerId);
    if (row !== undefined) return { row };
    return customerId === undefined ? given.get(contact) : { customerId };
  };
  const plans = new Map<number, PlannedRow>();

  for (const { row, card } of rows) {
    const hashes = hashesOf(card, hash);
    const holder = hashes.map(holderOf).find((found) => found !== undefined);
    const free = hashes.filter((contact) => holderOf(contact) === undefined);
    const give = (to: Holder) => {
      for (const contact of free) given.set(contact, to);
    };
    const isOwn = holder && 'row' in holder && holder.row === row;
    if (!holder || isOwn) {
      give({ row });
      plans.set(row, { row, card, plan: { do: 'import' } });
    } else if (held === 'skip') {
      plans.set(row, { row, card, plan: { do: 'skip' } });
    } else {
      give(holder);
      const added: Card = { ...card, ...contactsAmong(card, free, hash) };
      if ('customerId' in holder) {
        plans.set(row, { row, card: added, plan: { do: 'change', customerId: holder.customerId } });
        continue;
      }
      plans.set(row, { row, card, plan: { do: 'join' } });
      const above = plans.get(holder.row);
      if (above) plans.set(holder.row, { ...above, card: joined(above.card, added) });
    }
  }
  return [...plans.values()];
}

const joined = (card: Card, { emails, phones }: Card): Card => ({
  ...card,
  emails: [...card.emails, ...emails],
  phones: [...card.phones, ...phones],
});
