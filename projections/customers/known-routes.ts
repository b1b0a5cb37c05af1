import {
  findContactHolder,
  getKnownCustomer,
  type KnownCustomer,
} from '../../src/contracts/customers/known-customer.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import type { Contacts } from '../../src/salon/contacts.ts';
import { type createKnownPerson, type PersonReader, standsFor } from './person.ts';
import { customers } from './projection.ts';

interface Deps {
  readonly on: Mount;
  readonly personOf: ReturnType<typeof createKnownPerson>;
  readonly reader: Pick<PersonReader, 'person'>;
  /** The holders of these contacts: the first is the customer to whom a booking with them is linked. */
  holdersOf(
    contacts: Contacts,
  ): Promise<readonly { readonly customerId: string; readonly by: 'email' | 'phone' }[]>;
  /** Null for a number that can't be understood: it is never matched. */
  toE164(phone: string): string | null;
  lastConsent(customerIds: readonly string[]): Promise<KnownCustomer['sms_consent']>;
  lastVisitNote(customerIds: readonly string[]): Promise<KnownCustomer['last_visit_note']>;
  optOutOf(number: string | null): Promise<KnownCustomer['opted_out']>;
  /** The read model of the bookings. */
  readonly bookings: NamedModel;
}

/** A customer, for staff who book for them. */
export function knownCustomerRoutes(deps: Deps): void {
  const { on, personOf, reader, holdersOf, toE164, lastConsent, lastVisitNote, optOutOf, bookings } = deps;

  on(
    getKnownCustomer,
    async ({ params: { id } }) => {
      const person = await personOf(id);
      if (!person) throw refuse('customer-not-found');
      const { customerIds, notes, number } = person;
      const [last_visit_note, sms_consent, opted_out] = await Promise.all([
        lastVisitNote(customerIds),
        lastConsent(customerIds),
        optOutOf(number),
      ]);
      return { body: { notes, last_visit_note, sms_consent, opted_out } };
    },
    [customers, bookings],
  );

  on(
    findContactHolder,
    async ({ body: { email, phone } }) => {
      const [found] = await holdersOf({
        emails: [email ?? []].flat(),
        phones: phone === null ? [] : [{ phone, phoneE164: toE164(phone) }],
      });
      const person = found && (await reader.person(found.customerId));
      if (!person) return { body: { holder: null } };
      const { customerId: id, by } = found;
      const shown = standsFor(person, id) ?? { id, name: person.customers.get(id)?.name ?? '' };
      return { body: { holder: { ...shown, by } } };
    },
    [customers],
  );
}
