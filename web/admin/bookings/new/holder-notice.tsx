import { type ContactHolder, findContactHolder } from '../../../../src/contracts/customers/known-customer.ts';
import { StaffEmailField, StaffPhoneField } from '../../../../src/contracts/fields.ts';
import { plain } from '../../../../src/salon/search-text.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import type { TypedBooking } from './new-booking-form.ts';

const CONTACT_HOLDER = defineQuery({
  name: 'contact-holder',
  about: (): Topic[] => ['customer'],
  load: (contacts: { email: string | null; phone: string | null }, { after, ...options }) =>
    call(findContactHolder, { ...options, body: contacts, query: { after } }),
});

type Holder = NonNullable<ContactHolder['holder']>;

/** The existing customer who has the entered e-mail or phone, if no customer was picked; undefined if there is none, and while loading. */
export function useHolder({ customerId, ...typed }: TypedBooking): Holder | undefined {
  // Incomplete contacts are not looked up.
  const email = StaffEmailField.safeParse(useDebounced(typed.email)).data ?? null;
  const phone = StaffPhoneField.safeParse(useDebounced(typed.phone)).data ?? null;
  const isAsked = customerId === null && (email !== null || phone !== null);
  return useAdminQuery(CONTACT_HOLDER, isAsked ? { email, phone } : null).data?.holder ?? undefined;
}

/** Warns before saving that the contact belongs to an existing customer, whose profile will get the booking. */
export function HolderNotice({ holder, name: typed }: { holder: Holder | undefined; name: string }) {
  const name = typed.trim();
  const contact = holder?.by === 'email' ? 'email' : 'phone';
  const isOther = holder !== undefined && name !== '' && plain(name) !== plain(holder.name);
  return (
    <div role="status" className="empty:hidden sm:col-span-2">
      {holder && (
        <p
          className={`text-sm wrap-anywhere ${isOther ? 'rounded-md bg-warn-tint px-2.5 py-1.5' : 'text-stone'}`}
        >
          This {contact} is on {holder.name}’s card: {isOther ? `${holder.name}’s` : 'their'} profile gets
          this appointment.
          {isOther && ` If ${name} is somebody else, enter their own ${contact}.`}
        </p>
      )}
    </div>
  );
}
