import { useId } from 'react';
import type { KnownCustomer } from '../../../../src/contracts/customers/known-customer.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { salonDate } from '../../../../src/salon/salon-time.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { Choice } from '../../ui/form/choice.tsx';

/** An existing customer's earlier answer about texts; undefined if there is none. */
function saidBefore({ sms_consent, opted_out }: KnownCustomer, dateOf: (iso: string) => string) {
  if (opted_out) {
    const what = opted_out.by === 'customer' ? 'Texted STOP' : 'Opted out of all texts';
    return `${what} on ${dateOf(opted_out.at)}: no texts until the customer texts START.`;
  }
  return (
    sms_consent && `Last time: ${sms_consent.given ? 'agreed' : 'took it back'} on ${dateOf(sms_consent.at)}`
  );
}

/** A checkbox for consent to texts. It counts for this appointment only, and begins with what the customer said last. */
export function ConsentBox({
  isTicked,
  known,
  onTick,
}: {
  isTicked: boolean;
  /** Undefined for a new customer, and while loading. */
  known: KnownCustomer | undefined;
  onTick: (isTicked: boolean) => void;
}) {
  const noteId = useId();
  const { time_zone } = useSalon();
  const said = known && saidBefore(known, (iso) => formatDate(salonDate(new Date(iso), time_zone)));
  const isWarning = known?.opted_out || known?.sms_consent?.given === false;
  return (
    <div className="sm:col-span-2">
      <Choice
        type="checkbox"
        checked={isTicked}
        aria-describedby={said ? noteId : undefined}
        onChange={({ target }) => onTick(target.checked)}
      >
        The customer agrees to text messages about it
      </Choice>
      {said && (
        <p id={noteId} className={`pl-7 text-sm tabular-nums ${isWarning ? 'text-bad' : 'text-stone'}`}>
          {said}
        </p>
      )}
    </div>
  );
}
