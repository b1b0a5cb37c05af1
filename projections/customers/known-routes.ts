import { getKnownCustomer, type KnownCustomer } from '../../src/contracts/known-customer.ts';
import type { Guard } from '../../src/http/caller.ts';
import type { Mount } from '../../src/http/operation.ts';
import type { NamedModel } from '../../src/http/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import type { createKnownPerson } from './person.ts';
import { customers } from './projection.ts';

interface Deps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly personOf: ReturnType<typeof createKnownPerson>;
  /** What these customers have last said about texts. */
  lastConsent(customerIds: readonly string[]): Promise<KnownCustomer['sms_consent']>;
  /** Since when a number takes no texts. */
  optOutOf(number: string | null): Promise<KnownCustomer['opted_out']>;
  /** The read model of the appointments. */
  readonly bookings: NamedModel;
}

/** A customer as whoever books for them should know them. */
export function knownCustomerRoutes({ on, personOf, lastConsent, optOutOf, bookings }: Deps): void {
  on(
    getKnownCustomer,
    async ({ params: { id } }) => {
      const person = await personOf(id);
      if (!person) throw refuse('customer-not-found');
      const { customerIds, notes, number } = person;
      const [sms_consent, opted_out] = await Promise.all([lastConsent(customerIds), optOutOf(number)]);
      return { body: { notes, sms_consent, opted_out } };
    },
    [customers, bookings],
  );
}
