import type { Customer } from '../../../src/contracts/customers/customers.ts';
import { plain } from '../../../src/salon/search-text.ts';

/** The name that an appointment was booked under, if it isn't on any of the person's cards. */
export function bookedAs(
  { name, merged }: Pick<Customer, 'name' | 'merged'>,
  { customer_name }: { readonly customer_name: string | null },
): string | undefined {
  if (customer_name === null) return undefined;
  const known = [name, ...merged.map((other) => other.name)].map(plain);
  return known.includes(plain(customer_name)) ? undefined : customer_name;
}

/** Says under which other names this customer's appointments were booked: a search for these finds nobody. */
export function BookedAs({ customer }: { customer: Customer }) {
  const names = [...new Set(customer.service_history.flatMap((entry) => bookedAs(customer, entry) ?? []))];
  if (names.length === 0) return null;
  return (
    <p className="max-w-3xl rounded-md bg-warn-tint px-2.5 py-1.5 text-sm wrap-anywhere">
      <span className="font-medium">Also booked as {names.join(', ')}.</span> These appointments are here
      because their phone or email is this customer’s, so a search for customers doesn’t find that name. If it
      is somebody else, open the appointment and choose “Change Customer...”.
    </p>
  );
}
