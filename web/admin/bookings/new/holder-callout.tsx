import type { Holder } from '../../../../src/contracts/customers/holder.ts';
import { findContactHolder } from '../../../../src/contracts/customers/known-customer.ts';
import { StaffEmailField, StaffPhoneField } from '../../../../src/contracts/fields.ts';
import { sameName } from '../../../../src/salon/same-name.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import { QuestionBox, YesButton } from './known-question.tsx';
import type { TypedBooking } from './new-booking-form.ts';

const CONTACT_HOLDER = defineQuery({
  name: 'contact-holder',
  about: (): Topic[] => ['customer'],
  load: (contacts: { email: string | null; phone: string | null }, { after, ...options }) =>
    call(findContactHolder, { ...options, body: contacts, query: { after } }),
});

/** The existing customer who has the entered e-mail or phone, if no customer was picked; undefined if there is none, and while loading. */
export function useHolder({ customerId, ...typed }: TypedBooking): Holder | undefined {
  // Incomplete contacts are not looked up.
  const email = StaffEmailField.safeParse(useDebounced(typed.email)).data ?? null;
  const phone = StaffPhoneField.safeParse(useDebounced(typed.phone)).data ?? null;
  const isAsked = customerId === null && (email !== null || phone !== null);
  return useAdminQuery(CONTACT_HOLDER, isAsked ? { email, phone } : null).data?.holder ?? undefined;
}

/** The name on the card that has the contact is another one than was typed. */
export const isOtherName = (holder: Holder, typed: string): boolean =>
  typed.trim() !== '' && !sameName(typed, holder.name);

/** Says before saving that the contact belongs to an existing customer, whose profile will get the booking, and asks who is meant. */
export function HolderCallout({
  holder,
  name,
  isAnswered,
  error,
  onYes,
  onKeep,
}: {
  holder: Holder | undefined;
  /** The typed name. */
  name: string;
  isAnswered: boolean;
  error: string | undefined;
  /** Picks the customer. Undefined while they are loading. */
  onYes: (() => void) | undefined;
  onKeep: () => void;
}) {
  if (!holder) return null;
  const contact = holder.by === 'email' ? 'email' : 'phone';
  const isOther = isOtherName(holder, name);
  const statement = (
    <p role="status" className="wrap-anywhere">
      This {contact} is on {holder.name}’s card: {isOther ? `${holder.name}’s` : 'their'} profile gets this
      appointment.
      {isOther && ` If ${name.trim()} is somebody else, enter their own ${contact}.`}
    </p>
  );
  if (isAnswered) return <div className="text-sm text-stone sm:col-span-2">{statement}</div>;
  return (
    <QuestionBox error={error}>
      {statement}
      <div className="flex flex-wrap gap-2">
        {onYes && <YesButton onYes={onYes}>Choose {holder.name}</YesButton>}
        {isOther && <AdminButton onClick={onKeep}>Keep the name {name.trim()}</AdminButton>}
      </div>
    </QuestionBox>
  );
}
