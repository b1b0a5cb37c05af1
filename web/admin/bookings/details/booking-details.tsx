import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminBookingDetails } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import type { BookingMessages } from '../../../../src/contracts/messages/waiting-messages.ts';
import { isAmount } from '../../../../src/salon/money.ts';
import { FORMER_STYLIST } from '../../../../src/salon/stylist-words.ts';
import { formatDuration } from '../../../../src/salon/time-text.ts';
import { StatusBadge } from '../../../salon/status-badge.tsx';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { telHref } from '../../../ui/form/phone-text.ts';
import { useMay } from '../../data/role.ts';
import { useTeam } from '../../data/team.ts';
import { capital } from '../../ui/capital.ts';
import { dayText, useInstantText } from '../../ui/instant-text.ts';
import { mailHref } from '../../ui/mail-href.ts';
import { amountText, centsText } from '../../ui/number-text.ts';
import { customerName, isUnnamed, spanText } from '../booking-text.ts';
import { abilitiesOf } from '../commands.ts';
import { lateText, useLate } from '../late/use-late.ts';
import { EndStepper } from '../length/end-stepper.tsx';
import { UnansweredWords, useUnanswered } from '../messages/unanswered.tsx';
import { LastVisit } from '../notes/last-visit.tsx';
import { agreedTotal, isUnrecorded, paymentAction, paymentText } from '../payment-text.ts';
import { earlierVisitsText } from '../visits-text.ts';
import { UndeliveredNote, WaitingMessages } from './booking-messages.tsx';
import { CancellationNote } from './cancellation-note.tsx';

const linkClass =
  'inline-flex min-h-6 items-center underline decoration-brass underline-offset-4 wrap-anywhere pointer-coarse:min-h-11';

/** Class names of a secondary action next to a detail. */
export const moreClass =
  'min-h-6 text-xs text-stone underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11';

/** All details of an appointment. */
export function BookingDetails({
  booking,
  messages,
  texts,
  arrival,
  onCorrect,
  onChangeAmount,
  onHandOver,
  onChangeServices,
  onNote,
}: {
  booking: AdminBookingDetails;
  /** Undefined while loading. */
  messages: BookingMessages | undefined;
  /** The section about text messages. */
  texts: ReactNode;
  /** Whether the customer is there, if that can be said of the appointment. */
  arrival: ReactNode;
  /** Opens the dialog that corrects phone and e-mail. */
  onCorrect: () => void;
  /** Opens the dialog that corrects what was paid. */
  onChangeAmount: () => void;
  /** Opens the dialog that gives it to another stylist. */
  onHandOver: () => void;
  /** Opens the dialog that changes services and prices. */
  onChangeServices: () => void;
  /** Opens the dialog for the note on the visit. */
  onNote: () => void;
}) {
  const today = useSalonToday();
  const may = useMay();
  const isDesk = may('desk');
  const { canMove, canHandOver } = abilitiesOf(booking, may);
  const instantText = useInstantText();
  const { customer_email, customer_phone, customer_id, notes, services, proven_contacts } = booking;
  const { stylist, customer_notes, visit_note, last_visit_note, earlier_visits } = booking;
  const isUndelivered = (channel: MessageChannel) =>
    messages?.undelivered.some((message) => message.channel === channel);
  /** An erased customer has no profile to link to, and no visits to count. */
  const known = booking.customer_name === null ? null : customer_id;
  const isUnknown = isUnnamed(booking);
  const unanswered = useUnanswered().get(booking.id);
  const late = useLate().get(booking.id);
  const isGone = useTeam().stylists.some(({ id, active }) => id === stylist?.id && !active);
  return (
    <div className="space-y-5">
      <Group title="Appointment">
        <Fact label="Date">{dayText(booking.appointment_date, today)}</Fact>
        <Fact label="Time">{spanText(booking)}</Fact>
        {stylist && (
          <Fact label="Stylist">
            {stylist.name ?? FORMER_STYLIST}
            {isGone && stylist.name !== null && ' (no longer here)'}
            {canHandOver && <Correct onClick={onHandOver}>Hand over...</Correct>}
          </Fact>
        )}
        {canMove && (
          <Fact label="Ends">
            <EndStepper booking={booking} />
          </Fact>
        )}
        <Fact label="Status">
          <StatusBadge status={booking.status} compact />
          <CancellationNote booking={booking} />
        </Fact>
        {late && <Fact label="Running late">{capital(lateText(late))}</Fact>}
        {arrival && <Fact label="In the salon">{arrival}</Fact>}
      </Group>
      <Group title="Customer">
        <Fact label="Name">
          {known && !isUnknown ? (
            <Link to={`/admin/customers/${known}`} className={linkClass}>
              {customerName(booking)}
            </Link>
          ) : (
            customerName(booking)
          )}
          {known && !isUnknown && (
            <span className="text-xs text-stone"> · {earlierVisitsText(earlier_visits)}</span>
          )}
          {isUnknown && isDesk && (
            <button type="button" onClick={onCorrect} className={`block ${moreClass}`}>
              Say who it is...
            </button>
          )}
        </Fact>
        {customer_notes && (
          <Fact label="Customer notes">
            <p className="rounded-md bg-warn-tint px-2.5 py-1.5 whitespace-pre-line wrap-anywhere">
              {customer_notes}
            </p>
          </Fact>
        )}
        {last_visit_note && (
          <Fact label="Last visit">
            <LastVisit note={last_visit_note} />
          </Fact>
        )}
        {customer_phone && (
          <Fact label="Phone">
            <a href={telHref(customer_phone)} className={linkClass}>
              {customer_phone}
            </a>
            {proven_contacts.includes('sms') && <Proven />}
            <UndeliveredNote messages={messages} channel="sms" />
            {isUndelivered('sms') && <Correct onClick={onCorrect}>Correct the number...</Correct>}
          </Fact>
        )}
        {customer_email && (
          <Fact label="Email">
            <a href={mailHref(customer_email)} className={linkClass}>
              {customer_email}
            </a>
            {proven_contacts.includes('email') && <Proven />}
            <UndeliveredNote messages={messages} channel="email" />
            {isUndelivered('email') && <Correct onClick={onCorrect}>Correct the address...</Correct>}
          </Fact>
        )}
        {unanswered && (
          <Fact label="They wrote">
            <UnansweredWords message={unanswered} />
          </Fact>
        )}
        {messages && messages.waiting.length > 0 && (
          <Fact label="Not told yet">
            <WaitingMessages waiting={messages.waiting} />
          </Fact>
        )}
        {isDesk && (customer_phone || booking.sms_consent) && <Fact label="SMS consent">{texts}</Fact>}
      </Group>
      <section aria-label="Services">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className={headingClass}>Services</h3>
          {canMove && (
            <button type="button" onClick={onChangeServices} className={moreClass}>
              Change services
            </button>
          )}
        </div>
        <ul className="divide-y divide-line border-y border-line tabular-nums">
          {services.map(({ id, name, price, duration }) => (
            <li key={id} className="flex gap-3 py-1.5">
              <span className="min-w-0 flex-1">{name}</span>
              <span className="text-stone">{formatDuration(duration)}</span>
              <span className="min-w-24 text-right">{amountText(paidPrice(booking, id, price))}</span>
            </li>
          ))}
          {otherItems(booking).map(({ text, cents }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids, and keep their order
            <li key={index} className="flex gap-3 py-1.5">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {text ?? (cents < 0 ? 'Discount' : 'Other item')}
              </span>
              <span className="min-w-24 text-right">{centsText(cents)}</span>
            </li>
          ))}
        </ul>
        <p className="flex justify-between gap-3 pt-1.5 font-medium tabular-nums">
          <span>Total</span>
          <span className="text-right">
            {isUnrecorded(booking) ? 'Payment not recorded' : agreedTotal(booking)}
          </span>
        </p>
        <Payment booking={booking} onChangeAmount={onChangeAmount} />
      </section>
      {notes && (
        <section aria-label="Notes">
          <h3 className={headingClass}>Notes</h3>
          <p className="whitespace-pre-line wrap-anywhere">{notes}</p>
        </section>
      )}
      {known && (
        <section aria-label="Visit note">
          <h3 className={headingClass}>Visit note</h3>
          {visit_note && <p className="whitespace-pre-line wrap-anywhere">{visit_note}</p>}
          <button type="button" onClick={onNote} className={moreClass}>
            {visit_note ? 'Edit Visit Note' : 'Add Visit Note'}
          </button>
        </section>
      )}
      <p className="text-xs text-stone">Booked on {instantText(booking.created_at)}</p>
    </div>
  );
}

/** The lines that are no services: products and discounts. */
const otherItems = ({ lines }: AdminBookingDetails) => lines.filter(({ service_id }) => service_id === null);

/** A service's price: what was recorded for it. Where only the sum is, an open price is known of a single service. */
function paidPrice(
  { status, total_amount, services, lines }: AdminBookingDetails,
  id: string,
  price: string,
): string {
  const line = lines.find(({ service_id }) => service_id === id);
  if (line) return centsText(line.cents);
  if (status !== 'completed' || isAmount(price) || !isAmount(total_amount)) return price;
  return services.length === 1 ? total_amount : 'in the total';
}

/** How a visit was paid, and the tip; a button corrects it. */
function Payment({ booking, onChangeAmount }: { booking: AdminBookingDetails; onChangeAmount: () => void }) {
  // Recording it is the dialog's next step.
  if (booking.status !== 'completed' || isUnrecorded(booking)) return null;
  const how = paymentText(booking);
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
      <button type="button" onClick={onChangeAmount} className={moreClass}>
        {paymentAction(booking)}
      </button>
      {how && <span className="text-stone">{how}</span>}
    </p>
  );
}

const Correct = (button: { onClick: () => void; children: string }) => (
  <button type="button" className={`block ${moreClass}`} {...button} />
);

const Proven = () => <span className="block text-xs text-good">Confirmed by a code</span>;

const headingClass = 'pb-1.5 font-sans text-xs font-medium tracking-normal text-stone';

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="sr-only">{title}</h3>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">{children}</dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-stone">{label}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}
