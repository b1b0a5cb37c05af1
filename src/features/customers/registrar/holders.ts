import type { Pool } from 'pg';
import { mapGently } from '../../../eventsourcing/async/breather.ts';
import type { Contacts } from '../../../salon/contacts.ts';
import { emailContact, phoneContact } from '../../../salon/matched-contacts.ts';
import { type ContactHash, type HashContact, hashesOf } from '../contacts.ts';
import type { CardContacts } from '../events.ts';

/** A customer who holds one of some contacts, and which it is: `email` if they hold both. */
export interface Holder {
  readonly customerId: string;
  readonly by: 'email' | 'phone';
}

/**
 * A query of who holds the contacts with the hashes `$1`, with their ranks: on a card, or by a decision that the log doesn't show yet. One
 * statement, one snapshot.
 */
export const HELD = `
    select item ->> 'hash' as hash, item ->> 'customerId' as customer_id, item ->> 'rank' as rank
      from registrar_contacts where item ->> 'hash' = any ($1)
    union all
    select learnt, item ->> 'customerId', item ->> 'rank'
      from registrar_decisions, jsonb_array_elements_text(item -> 'learnt') learnt where learnt = any ($1)`;

const HOLDERS = `
  select hash, customer_id from (${HELD}) held
  order by array_position($1::text[], hash), rank collate "C"`;

const HELD_BY = `
  select item ->> 'hash' as hash from registrar_contacts where item ->> 'customerId' = any ($1)
  union select learnt from registrar_decisions, jsonb_array_elements_text(item -> 'learnt') learnt
    where item ->> 'customerId' = any ($1)`;

/** Contacts that these customers hold, on a card or by a decision that the log doesn't show yet. */
export const createHeldBy =
  (pool: Pool) =>
  async (customerIds: readonly string[]): Promise<readonly ContactHash[]> => {
    const { rows } = await pool.query<{ hash: string }>(HELD_BY, [customerIds]);
    return rows.map(({ hash }) => hash);
  };

/** Says of each of these people whether a customer holds one of their contacts. */
export const createAreHeld =
  (pool: Pool, hash: HashContact) =>
  async (people: readonly CardContacts[]): Promise<readonly boolean[]> => {
    const own = await mapGently(people, (contacts) => hashesOf(contacts, hash));
    const { rows } = await pool.query<{ hash: string }>(`select distinct hash from (${HELD}) held`, [
      own.flat(),
    ]);
    const held = new Set(rows.map((row) => row.hash));
    return own.map((hashes) => hashes.some((one) => held.has(one)));
  };

/**
 * The customers who hold these contacts. The first is the one to whom the registrar would link a booking with them. Only the
 * registrar's tables say who had a contact first, so they are read here.
 */
export const createHoldersOf =
  (pool: Pool, hash: HashContact) =>
  async ({ emails, phones }: Contacts): Promise<readonly Holder[]> => {
    const byEmail = emails.flatMap(emailContact).map(hash);
    const hashes = [...byEmail, ...phones.flatMap(phoneContact).map(hash)];
    if (hashes.length === 0) return [];
    const { rows } = await pool.query<{ hash: string; customer_id: string }>({
      name: 'contact-holders',
      text: HOLDERS,
      values: [hashes],
    });
    return rows.map((row) => ({
      customerId: row.customer_id,
      by: byEmail.includes(row.hash) ? 'email' : 'phone',
    }));
  };
