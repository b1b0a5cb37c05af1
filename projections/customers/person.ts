import type { Pool } from 'pg';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { tableAt } from '../engine/stored-tables.ts';
import { notErased } from './list.ts';
import {
  CONTACTS,
  CUSTOMER_MERGES,
  CUSTOMERS_TABLE,
  type CustomerRow,
  customers,
  MERGES_TABLE,
  type MergeRow,
} from './projection.ts';

/** One person: customers who are merged with each other. */
export interface Person {
  readonly customers: ReadonlyMap<string, CustomerRow>;
  readonly merges: readonly MergeRow[];
}

const mergeFrom = ({ merges }: Person, id: string) => merges.find(({ from_id }) => from_id === id);

/** The customer who stands for another, if they were merged; null otherwise. */
export function standsFor(person: Person, id: string): { readonly id: string; readonly name: string } | null {
  let merge = mergeFrom(person, id);
  if (!merge) return null;
  for (let next: MergeRow | undefined = merge; next; next = mergeFrom(person, next.into_id)) merge = next;
  return { id: merge.into_id, name: person.customers.get(merge.into_id)?.name ?? '' };
}

/** Somebody else who has a contact of a person. */
export interface Resembling {
  readonly row: CustomerRow;
  readonly contacts: readonly string[];
}

const PERSON = `
  with recursive person (id) as (
    select $1::uuid
    union select case when m.from_id = p.id then m.into_id else m.from_id end
      from ${MERGES_TABLE} m join person p on p.id in (m.from_id, m.into_id)
  )
  select
    (select coalesce(json_agg(row_to_json(c)), '[]') from ${CUSTOMERS_TABLE} c
      where c.id in (select id from person) and ${notErased('c.id')}) as customers,
    (select coalesce(json_agg(row_to_json(m) order by m.merged_at), '[]') from ${MERGES_TABLE} m
      where m.from_id in (select id from person)) as merges`;

const MOST_RESEMBLING = 20;

const RESEMBLING = `
  with recursive found as (
    select id, contacts from ${CUSTOMERS_TABLE} c
    where ${CONTACTS} && $1::text[] and id <> all ($2::uuid[]) and ${notErased('c.id')}
  ), up (start, id) as (
    select id, id from found
    union select up.start, m.into_id from up join ${MERGES_TABLE} m on m.from_id = up.id
  )
  select row_to_json(c) as row, json_agg(found.contacts) as contacts
  from up join found on found.id = up.start join ${CUSTOMERS_TABLE} c on c.id = up.id
  where not exists (select from ${MERGES_TABLE} m where m.from_id = up.id)
  group by c.id order by c.created_at, c.id limit ${MOST_RESEMBLING}`;

/** Each contact of a person, as `CustomerRow.contacts` has it. */
export const contactsOfAll = (rows: Iterable<CustomerRow>): string[] => [
  ...new Set([...rows].flatMap(({ contacts }) => contacts.split('\n').filter((line) => line !== ''))),
];

interface PersonRow {
  readonly customers: readonly CustomerRow[];
  readonly merges: readonly MergeRow[];
}

/** Reads customers one by one. */
export function createPersonReader(pool: Pool) {
  return {
    /** The customer, with all who are merged with them; null when there is none, or they are erased. */
    async person(id: string): Promise<Person | null> {
      const { rows } = await pool.query<PersonRow>({ name: 'person', text: PERSON, values: [id] });
      const [found] = rows;
      if (!found?.customers.some((row) => row.id === id)) return null;
      return { customers: new Map(found.customers.map((row) => [row.id, row])), merges: found.merges };
    },

    async resembling({ customers }: Person): Promise<readonly Resembling[]> {
      const contacts = contactsOfAll(customers.values());
      if (contacts.length === 0) return [];
      const { rows } = await pool.query<{ row: CustomerRow; contacts: string[] }>({
        name: 'resembling-customers',
        text: RESEMBLING,
        values: [contacts, [...customers.keys()]],
      });
      return rows.map(({ row, contacts: lists }) => ({
        row,
        contacts: lists.flatMap((list) => list.split('\n')),
      }));
    },
  };
}
export type PersonReader = ReturnType<typeof createPersonReader>;

/** A person's customers, the one who stands for them first; the notes on all cards; the number of the one asked for, as E.164. */
export function createKnownPerson({ person }: PersonReader) {
  return async (customerId: string) => {
    const found = await person(customerId);
    if (!found) return null;
    const isMerged = ({ id }: CustomerRow) => found.merges.some(({ from_id }) => from_id === id);
    const rows = [...found.customers.values()].sort((a, b) => Number(isMerged(a)) - Number(isMerged(b)));
    const notes = [...new Set(rows.flatMap((row) => row.notes ?? []))];
    return {
      customerIds: rows.map(({ id }) => id),
      notes: notes.length > 0 ? notes.join('\n\n') : null,
      number: found.customers.get(customerId)?.phones[0]?.phoneE164 ?? null,
    };
  };
}

/** Finds the customers who were one person with a customer at a position, themselves among them. */
export function createSamePersonAt(pool: Pool) {
  return async (customerId: string, position: Position): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'same-person-at',
      text: `with recursive merged as (select from_id, into_id from ${tableAt(customers, CUSTOMER_MERGES, '$1')} m),
        person (id) as (
          select $2::uuid
          union select case when m.from_id = p.id then m.into_id else m.from_id end
            from merged m join person p on p.id in (m.from_id, m.into_id))
        select id from person`,
      values: [position, customerId],
    });
    return rows.map(({ id }) => id);
  };
}
