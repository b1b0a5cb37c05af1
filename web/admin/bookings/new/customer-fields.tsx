import { History } from 'lucide-react';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import type { KnownCustomer } from '../../../../src/contracts/customers/known-customer.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { AdminButton } from '../../ui/button.tsx';
import { dayText } from '../../ui/instant-text.ts';
import { servicesText } from '../booking-text.ts';
import { LastVisit } from '../notes/last-visit.tsx';
import { CustomerPicker } from './customer-picker.tsx';
import { KnownQuestion } from './known-question.tsx';
import type { LastTime } from './last-time.ts';
import { ofCustomer, type TypedBooking } from './new-booking-form.ts';

/** The customer's name, and below it what staff should know of the customer who has it. */
export function CustomerFields({
  typed,
  namesakes,
  known,
  lastTime,
  error,
  unanswered,
  onChange,
  onDecline,
}: {
  typed: TypedBooking;
  /** Existing customers of the typed name, if nobody was picked. */
  namesakes: readonly CustomerSummary[];
  /** The facts about the picked customer that staff should know. */
  known: KnownCustomer | undefined;
  lastTime: LastTime | undefined;
  error: string | undefined;
  /** That the question about the namesakes isn't answered. */
  unanswered: string | undefined;
  onChange: (changes: Partial<TypedBooking>) => void;
  /** Somebody else is meant than the namesakes. */
  onDecline: () => void;
}) {
  return (
    <div className="space-y-2 sm:col-span-2">
      <CustomerPicker
        name={typed.name}
        isPicked={typed.customerId !== null}
        error={error}
        onType={(name) => onChange({ name, customerId: null })}
        onPick={(picked) => onChange(ofCustomer(picked))}
      />
      <KnownQuestion
        customers={namesakes}
        error={unanswered}
        onYes={(customer) => onChange(ofCustomer(customer))}
        onNo={onDecline}
      />
      {known?.notes && (
        <section
          aria-label="Customer notes"
          className="rounded-md bg-warn-tint px-2.5 py-1.5 text-sm whitespace-pre-line wrap-anywhere"
        >
          {known.notes}
        </section>
      )}
      {known?.last_visit_note && <LastVisit note={known.last_visit_note} />}
      {lastTime && (
        <AsLastTime
          lastTime={lastTime}
          chosen={typed.serviceIds}
          onChoose={(serviceIds) => onChange({ serviceIds })}
        />
      )}
    </div>
  );
}

/** Chooses the services of the customer's last visit. */
function AsLastTime({
  lastTime,
  chosen,
  onChoose,
}: {
  lastTime: LastTime;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const today = useSalonToday();
  const ids = lastTime.services.map(({ id }) => id);
  return (
    <AdminButton
      aria-pressed={ids.length === chosen.length && ids.every((id) => chosen.includes(id))}
      onClick={() => onChoose(ids)}
      className="max-w-full text-left whitespace-normal!"
    >
      <History aria-hidden="true" className="size-4 shrink-0" />
      {`As last time (${dayText(lastTime.date, today)}): ${servicesText(lastTime)}`}
    </AdminButton>
  );
}
