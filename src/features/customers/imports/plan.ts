import { MOST_CONTACTS } from '../../../contracts/customers/customers.ts';
import type { SharedContact } from '../../../contracts/customers/imports.ts';
import { togetherBefore } from '../../../contracts/customers/visits-before.ts';
import { breather } from '../../../eventsourcing/async/breather.ts';
import { sameName } from '../../../salon/same-name.ts';
import { type ContactHash, contactsAmong, type HashContact, hashesOf } from '../contacts.ts';
import { type Card, type CardContacts, keptBefore, shownBefore } from '../events.ts';
import { type Holders, type ImportRow, importedCustomerId, type PlannedRow } from './rows.ts';

/** A customer who holds a contact. */
export interface KnownHolder {
  /** Id of the customer, or of the one who stands for them if they were merged. */
  readonly id: string;
  readonly name: string;
  /** The names of all who are merged with them, too. */
  readonly names: readonly string[];
}

interface PlanDeps {
  readonly importId: string;
  readonly holders: Holders;
  /** Everybody in `holders` who comes from no row of this import, by id. */
  readonly people: ReadonlyMap<string, KnownHolder>;
  readonly hash: HashContact;
}

/**
 * Plans the rows of a file one by one. A contact belongs to the customers whom the registrar names, or else to the row to which the plan
 * has already given it. A row with another name than its contact's holder is somebody else, and isn't taken. So nobody loses a contact, and
 * no card that was there is changed.
 */
export async function planRows(
  rows: readonly ImportRow[],
  { importId, holders, people, hash }: PlanDeps,
): Promise<readonly PlannedRow[]> {
  // If the plan was lost, some rows may be customers already.
  const rowOf = new Map(rows.map((row) => [importedCustomerId(importId, row.row), row]));
  const given = new Map<ContactHash, ImportRow>();
  const plans = new Map<number, PlannedRow>();
  const breathe = breather();

  for (const planned of rows) {
    await breathe();
    const { card } = planned;
    const contacts = writtenContacts(card, hash).map((written): Held => {
      const customers = holders.get(written.hash) ?? [];
      const made = customers.flatMap((id) => rowOf.get(id) ?? []);
      return {
        ...written,
        known: customers.flatMap((id) => people.get(id) ?? []),
        above: made.length > 0 ? made : [given.get(written.hash) ?? []].flat(),
      };
    });
    const isSame = ({ names }: KnownHolder) => names.some((name) => sameName(name, card.name));
    const free = contacts.filter(({ known, above }) => known.length + above.length === 0);
    const give = (to: ImportRow) => {
      for (const contact of free) given.set(contact.hash, to);
    };
    const plan = (what: PlannedRow['plan']) => plans.set(planned.row, { ...planned, plan: what });

    if (contacts.some(({ above }) => above.includes(planned)) || free.length === contacts.length) {
      give(planned);
      plan({ do: 'import' });
      continue;
    }
    if (contacts.some(({ known }) => known.some(isSame))) {
      plan({ do: 'known' });
      continue;
    }
    const same = contacts.flatMap(({ above }) => above).find((row) => sameName(row.card.name, card.name));
    if (!same) {
      plan({ do: 'skip', shares: contacts.flatMap((contact) => sharedContact(contact, importId)) });
      continue;
    }
    give(same);
    plan({ do: 'join', line: same.line });
    const target = plans.get(same.row);
    const learnt = contactsAmong(
      card,
      free.map((contact) => contact.hash),
      hash,
    );
    if (target)
      plans.set(same.row, { ...target, card: joined(target.card, { ...learnt, before: card.before }) });
  }
  return [...plans.values()];
}

const joined = (
  card: Card,
  { emails, phones, before }: Pick<Card, 'emails' | 'phones' | 'before'>,
): Card => ({
  ...card,
  ...keptBefore(togetherBefore([shownBefore(card.before), shownBefore(before)])),
  emails: [...card.emails, ...emails].slice(0, MOST_CONTACTS),
  phones: [...card.phones, ...phones].slice(0, MOST_CONTACTS),
});

/** A contact as a row writes it, with its holders, the first one first. */
interface Held {
  readonly contact: 'email' | 'phone';
  readonly value: string;
  readonly hash: ContactHash;
  readonly known: readonly KnownHolder[];
  readonly above: readonly ImportRow[];
}

/** The contacts of a card that can be matched. */
function writtenContacts(
  { emails, phones }: Card,
  hash: HashContact,
): Pick<Held, 'contact' | 'value' | 'hash'>[] {
  const one = (contact: Held['contact'], value: string, of: CardContacts) =>
    hashesOf(of, hash).map((found) => ({ contact, value, hash: found }));
  return [
    ...emails.flatMap((email) => one('email', email, { emails: [email], phones: [] })),
    ...phones.flatMap((phone) => one('phone', phone.phone, { emails: [], phones: [phone] })),
  ];
}

function sharedContact(
  { contact, value, known: [person], above: [row] }: Held,
  importId: string,
): SharedContact[] {
  if (person) return [{ contact, value, with: { customer_id: person.id, name: person.name, line: null } }];
  if (!row) return [];
  const customer_id = importedCustomerId(importId, row.row);
  return [{ contact, value, with: { customer_id, name: row.card.name, line: row.line } }];
}
