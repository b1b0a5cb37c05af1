import { useState } from 'react';
import type { Customer, MergedCustomer, SamePerson } from '../../../src/contracts/customers/customers.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { phoneAsTyped, phoneText } from '../../ui/form/phone-text.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { visitsText } from '../bookings/visits-text.ts';
import { useCommand } from '../data/use-command.ts';
import { AdminButton } from '../ui/button.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { SPLIT_CUSTOMER } from './commands.ts';
import { emailsOf, phonesOf } from './contacts.ts';
import { MergeDialog } from './merge-dialog.tsx';

/** Customers with the same contact, who can be merged, and those who were merged, who can be separated again. */
export function SamePeople({
  customer,
  onMerged,
}: {
  customer: Customer;
  /** @param keptId the customer whose card is kept */
  onMerged: (keptId: string) => void;
}) {
  const { same_person, merged, merged_into } = customer;
  const [mergedWith, setMergedWith] = useState<SamePerson | null>(null);
  // A customer who was merged into another can't be merged again; the other one can.
  const alike = merged_into === null ? same_person : [];
  if (alike.length + merged.length === 0) return null;
  return (
    <section aria-label="Same person?" tabIndex={-1} className="space-y-2">
      {alike.length > 0 && (
        <>
          <h2 className="font-sans text-sm font-semibold tracking-normal">Same person?</h2>
          <ul className="divide-y divide-line rounded-md border border-warn/30 bg-warn-tint/50">
            {alike.map((other) => (
              <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-xs">
                <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
                  <span className="font-medium">{other.name}</span>
                  <span className="block text-stone">{reasonOf(other)}</span>
                  <ContactsOf other={other} />
                  <span className="block text-stone">Visits: {visitsText(other)}</span>
                </p>
                <AdminButton aria-label={`Merge ${other.name}`} onClick={() => setMergedWith(other)}>
                  Merge
                </AdminButton>
              </li>
            ))}
          </ul>
        </>
      )}
      {merged.length > 0 && (
        <>
          <h2 className="font-sans text-sm font-semibold tracking-normal">Merged with</h2>
          <ul className="divide-y divide-line rounded-md border border-line">
            {merged.map((other) => (
              <Merged key={other.merge_id} other={other} />
            ))}
          </ul>
        </>
      )}
      {mergedWith && (
        <MergeDialog
          customer={customer}
          other={mergedWith}
          onClose={() => setMergedWith(null)}
          onMerged={onMerged}
        />
      )}
    </section>
  );
}

function Merged({ other }: { other: MergedCustomer }) {
  const split = useCommand(SPLIT_CUSTOMER);
  const undo = async () => {
    try {
      await split.send({ id: other.id, into: other.into, mergeId: other.merge_id });
      toastSuccess('Merge undone', `${other.name} stands alone again.`);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-xs">
      <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <span className="font-medium">{other.name}</span>
        <ContactsOf other={other} />
      </p>
      <AdminButton busy={split.busy} aria-label={`Undo the merge with ${other.name}`} onClick={undo}>
        Undo
      </AdminButton>
    </li>
  );
}

function ContactsOf({ other }: { other: SamePerson | MergedCustomer }) {
  const { address } = useSalon();
  const phones = phonesOf(other).map((phone) => phoneAsTyped(phone, address.country));
  return <span className="block text-stone tabular-nums">{[...phones, ...emailsOf(other)].join(' · ')}</span>;
}

const reasonOf = ({ why }: SamePerson) =>
  why
    .map(({ contact, value }) =>
      contact === 'email' ? `Same email: ${value}` : `Same phone: ${phoneText(value)}`,
    )
    .join(' · ');
