import { expect } from 'vitest';
import { Customer, CustomerList } from '../../../src/contracts/customers/customers.ts';
import { eventually } from '../machine/eventually.ts';
import type { TestSalon } from '../server/server.ts';
import type { StaffApi } from './staff-api.ts';

export const CUSTOMERS = '/api/admin/customers';

export function customersOf(salon: TestSalon, staff: StaffApi) {
  async function list(query: Record<string, string>) {
    const answer = await staff.get(`${CUSTOMERS}?${new URLSearchParams(query)}`);
    expect(answer.status, answer.text).toBe(200);
    return CustomerList.parse(answer.json);
  }

  async function bookingsVersion(): Promise<number> {
    const { rows } = await salon.database.pool.query<{ version: number }>(
      "select version from read.models where place = 'read' and name = 'bookings'",
    );
    return rows[0]?.version ?? 0;
  }

  /** The customer of an appointment, once the registrar has linked it. */
  const customerOf = (bookingId: string): Promise<string> =>
    eventually(async () => {
      const { rows } = await salon.database.pool.query<{ id: string | null }>(
        `select customer_id as id from read.bookings_v${await bookingsVersion()} where id = $1`,
        [bookingId],
      );
      const [row] = rows;
      if (!row?.id) throw new Error('not linked yet');
      return row.id;
    });

  let people = 0;
  /** Somebody whom nobody knows yet. */
  function stranger(name: string) {
    people += 1;
    return {
      customer_name: name,
      customer_email: `somebody-${people}@people.example`,
      customer_phone: `(925) 555-${String(2000 + people)}`,
    };
  }

  return {
    list,
    customerOf,
    stranger,
    namesFor: async (search: string) => (await list({ search })).customers.map(({ name }) => name),

    async read(id: string, after?: string) {
      const answer = await staff.get(`${CUSTOMERS}/${id}${after ? `?after=${after}` : ''}`);
      expect(answer.status, answer.text).toBe(200);
      return { customer: Customer.strict().parse(answer.json), etag: answer.headers.etag };
    },

    /** A customer who has booked as the public does. */
    async registered(name: string, changes: Readonly<Record<string, unknown>> = {}) {
      const person = stranger(name);
      const booking = await salon.booked({ ...person, appointment_date: salon.freshDay(), ...changes });
      return { person, booking, id: await customerOf(booking.id) };
    },
  };
}
