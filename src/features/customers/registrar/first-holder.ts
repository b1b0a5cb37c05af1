import type { Pool } from 'pg';
import { type Contacts, emailContact, phoneContact } from '../../../salon/contacts.ts';
import type { HashContact } from '../contacts.ts';

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

const FIRST_HOLDER = `
  select hash, customer_id from (${HELD}) held
  order by array_position($1::text[], hash), rank collate "C" limit 1`;

/**
 * The customer to whom the registrar would link a booking with these contacts, and the contact by which it finds them. Only the
 * registrar's tables say who had a contact first, so they are read here.
 */
export const createFirstHolder =
  (pool: Pool, hash: HashContact) =>
  async ({ emails, phones }: Contacts): Promise<{ customerId: string; by: 'email' | 'phone' } | null> => {
    const byEmail = emails.map(emailContact).map(hash);
    const hashes = [...byEmail, ...phones.flatMap(phoneContact).map(hash)];
    const { rows } = await pool.query<{ hash: string; customer_id: string }>({
      name: 'first-holder',
      text: FIRST_HOLDER,
      values: [hashes],
    });
    const [first] = rows;
    return first
      ? { customerId: first.customer_id, by: byEmail.includes(first.hash) ? 'email' : 'phone' }
      : null;
  };
