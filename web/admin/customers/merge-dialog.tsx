import { useId, useState } from 'react';
import type { Customer, SamePerson } from '../../../src/contracts/customers/customers.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { salonDate } from '../../../src/salon/salon-time.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { phoneAsTyped } from '../../ui/form/phone-text.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { visitsText } from '../bookings/visits-text.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { MERGE_CUSTOMER } from './commands.ts';
import { emailsOf, phonesOf } from './contacts.ts';

/** Asks whether two customers are one person, and which card to keep. */
export function MergeDialog({
  customer,
  other,
  onClose,
  onMerged,
}: {
  /** The customer whose profile is open. Their card is kept unless the other's is chosen. */
  customer: Customer;
  other: SamePerson;
  onClose: () => void;
  /** @param keptId the customer whose card is kept */
  onMerged: (keptId: string) => void;
}) {
  const group = useId();
  const [kept, setKept] = useState(customer.id);
  const merge = useCommand(MERGE_CUSTOMER);
  const { undoButton } = useEventUndo();
  return (
    <ConfirmDialog
      title={`Merge ${other.name} and ${customer.name}?`}
      question="Appointments, phones and emails of both are shown together. You can undo it at any time."
      confirm="Merge both"
      look="primary"
      onConfirm={async () => {
        const id = kept === customer.id ? other.id : customer.id;
        const answer = await merge.send({ id, into: kept });
        toastSuccess('Customers merged', undefined, undoButton('customer', id, answer));
        onMerged(kept);
      }}
      onClose={onClose}
    >
      <fieldset className="space-y-2">
        <legend className="pb-1.5 font-medium">Keep name, birthday and notes of</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {[customer, other].map((one) => (
            <label
              key={one.id}
              className="flex cursor-pointer gap-2.5 rounded-md border border-line p-3 has-checked:border-ink has-checked:bg-sand"
            >
              <input
                type="radio"
                name={group}
                checked={kept === one.id}
                onChange={() => setKept(one.id)}
                className="mt-0.5 size-4.5 shrink-0 accent-action"
              />
              <Person one={one} />
            </label>
          ))}
        </div>
      </fieldset>
    </ConfirmDialog>
  );
}

function Person({ one }: { one: Customer | SamePerson }) {
  const { address, time_zone } = useSalon();
  const phones = phonesOf(one).map((phone) => phoneAsTyped(phone, address.country));
  return (
    <span className="min-w-0 space-y-0.5 text-xs text-stone tabular-nums wrap-anywhere">
      <span className="block text-sm font-medium text-ink">{one.name}</span>
      {[...phones, ...emailsOf(one)].map((contact) => (
        <span key={contact} className="block">
          {contact}
        </span>
      ))}
      <span className="block">Since {formatDate(salonDate(new Date(one.created_at), time_zone))}</span>
      <span className="block">Visits: {visitsText(one)}</span>
    </span>
  );
}
