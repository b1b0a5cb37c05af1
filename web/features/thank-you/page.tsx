import { CalendarPlus, Clock, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { dayAs, formatDate, formatLongDate } from '../../../src/salon/date-text.ts';
import { formatDuration } from '../../../src/salon/salon-time.ts';
import { FORMER_STYLIST, withStylist } from '../../../src/salon/stylist-words.ts';
import { SalonAddress } from '../../salon/address/salon-address.tsx';
import { CalendarFileButton } from '../../salon/calendar-file-button.tsx';
import { type Confirmation, storedConfirmation } from '../../salon/confirmation.ts';
import { PrivateMetadata } from '../../salon/page/private-metadata.tsx';
import { confirmedNext, REQUESTED_WORD } from '../../salon/requested-text.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { totalDuration } from '../../salon/service-groups.ts';
import { useServices } from '../../salon/use-salon-data.ts';
import { zoneName } from '../../salon/zone-name.ts';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { PageHeading } from '../../ui/heading.tsx';
import { calendarLink } from './calendar-link.ts';
import { Details } from './details.tsx';
import { NextSteps } from './next-steps.tsx';
import { bookingInLink, confirmationOf, type LinkedBooking, readConfirmation } from './read-confirmation.ts';
import { ShareButton } from './share-button.tsx';

/** The confirmation of the booking in the address, or else of the one made in this tab. Without a booking it redirects to the home page. */
export function ThankYouPage() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const [linked] = useState(() => bookingInLink(query));
  const [own] = useState(() => readConfirmation(state, storedConfirmation));
  if (linked) return <ThanksByLink linked={linked} />;
  return own ? <Thanks confirmation={own} /> : <Navigate to="/" replace />;
}

function ThanksByLink({ linked }: { linked: LinkedBooking }) {
  const services = useServices();
  const catalogue = services.status === 'ready' ? services.data : [];
  return <Thanks confirmation={confirmationOf(linked, catalogue)} isLinked />;
}

function Thanks({ confirmation, isLinked = false }: { confirmation: Confirmation; isLinked?: boolean }) {
  const salon = useSalon();
  const { date, time, stylist, services, managePath, shortPath } = confirmation;
  const after = confirmation.position ?? undefined;
  const total = totalDuration(services);
  const withWhom = withStylist(stylist);
  const isPriced = services.length > 0 && services.every(({ price }) => price !== undefined);
  const eventLink = calendarLink(confirmation, salon);

  return (
    <div className="frame max-w-5xl pt-28 pb-20 lg:pt-36 print:py-0">
      <PrivateMetadata title="Your appointment" />
      <header className="mb-10 space-y-4 print:mb-6 print:space-y-2">
        {!isLinked && (
          // The request still waits for staff.
          <p className="flex items-center gap-2 font-medium text-warn">
            <span className="flex size-7 items-center justify-center rounded-full bg-warn-tint">
              <Clock aria-hidden="true" className="size-4" />
            </span>
            {REQUESTED_WORD}
          </p>
        )}
        <PageHeading className="wrap-anywhere">
          Thank you{confirmation.name && !isLinked && `, ${confirmation.name}`}
        </PageHeading>
        <p className="text-lg text-stone">
          We look forward to seeing you on {formatLongDate(date)} at {time}
          {withWhom && ` ${withWhom}`}.{!isLinked && ` ${confirmedNext(confirmation)}`}
        </p>
        {isLinked && (
          <Callout>
            This page shows what its link says about an appointment. If you are not sure that you booked it,
            please call us.
          </Callout>
        )}
      </header>

      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <section
          aria-labelledby="appointment"
          className="rounded-md border border-line bg-white p-6 shadow-md sm:p-8 print:shadow-none"
        >
          <h2 id="appointment" className="eyebrow mb-5 text-brass">
            Your appointment
          </h2>
          <dl className="flex flex-wrap gap-x-10 gap-y-4 border-b border-line pb-6">
            <div>
              <dt className="sr-only">Date</dt>
              <dd className="font-display text-2xl tabular-nums">{formatDate(date)}</dd>
              <dd className="text-stone">{dayAs(date, 'EEEE')}</dd>
            </div>
            <div>
              <dt className="sr-only">Time</dt>
              <dd className="font-display text-2xl tabular-nums">{time}</dd>
              <dd className="text-stone">{zoneName(salon.time_zone)}</dd>
            </div>
            {stylist && (
              <div className="w-full">
                <dt className="text-sm text-stone">Stylist</dt>
                <dd className="wrap-anywhere">{stylist.name ?? FORMER_STYLIST}</dd>
              </div>
            )}
          </dl>
          {services.length > 0 && (
            <>
              <h3 className="sr-only">Services</h3>
              <ul className="divide-y divide-line border-b border-line">
                {services.map(({ name, duration, price }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a link may name a service twice.
                  <li key={index} className="flex justify-between gap-4 py-3">
                    <span className="min-w-0 wrap-anywhere">{name}</span>
                    {duration > 0 && (
                      <span className="text-right text-stone tabular-nums">
                        {formatDuration(duration)}
                        {price && <span className="block text-ink">{price}</span>}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {total > 0 && (
                <p className="flex justify-between gap-4 pt-3 font-medium">
                  <span>Total Duration</span>
                  <span className="tabular-nums">{formatDuration(total)}</span>
                </p>
              )}
            </>
          )}
          <div className="mt-6 flex gap-3 *:px-4 max-sm:flex-col sm:flex-wrap print:hidden">
            {eventLink && (
              <a href={eventLink} target="_blank" rel="noreferrer" className={buttonClass()}>
                <CalendarPlus aria-hidden="true" className="size-4" />
                Add to Calendar
              </a>
            )}
            {managePath && <CalendarFileButton token={managePath.slice('/m/'.length)} after={after} />}
            <Button look="outline" onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4" />
              Print
            </Button>
          </div>
        </section>

        <div className="space-y-6 print:grid print:grid-cols-2 print:gap-6 print:space-y-0">
          {managePath && (
            <section
              aria-labelledby="manage"
              className="on-dark space-y-4 rounded-md bg-plum p-6 text-white sm:max-lg:p-8 print:border print:border-line print:bg-white print:text-ink"
            >
              <h2 id="manage" className="text-lg">
                Plans change
              </h2>
              <p className="text-white/85 print:text-ink">
                Your private link shows, moves or cancels this appointment. Everybody who has it can use it.
              </p>
              <p className="hidden text-sm break-all print:block">
                {window.location.origin + (shortPath ?? managePath)}
              </p>
              <div className="flex gap-3 max-sm:flex-col sm:flex-wrap lg:*:grow print:hidden">
                <ButtonLink to={managePath} state={{ after }} look="brass">
                  Manage your appointment
                </ButtonLink>
                <ShareButton path={shortPath ?? managePath} title={`My appointment at ${salon.name}`} />
              </div>
            </section>
          )}
          <Details confirmation={confirmation} />
        </div>
      </div>

      {!isLinked && <NextSteps confirmation={confirmation} />}

      <section
        aria-label="Before you come"
        className="mt-12 grid gap-6 md:grid-cols-3 print:mt-8 print:grid-cols-3"
      >
        <Remark title="Location & contact">
          <SalonAddress />
        </Remark>
        <Remark title="Payment">
          <p>
            Payment is due at the appointment.
            {!isPriced && ' The price is decided there, together with you.'}
          </p>
        </Remark>
        <Remark title="Cancellation policy">
          <p>
            Please cancel or reschedule at least {salon.self_service_cutoff_hours} hours before your
            appointment.
          </p>
        </Remark>
      </section>

      <div className="mt-10 flex flex-wrap items-center gap-3 print:hidden">
        <ButtonLink to="/book" look="outline">
          Reschedule
        </ButtonLink>
        <ButtonLink to="/book" look="outline">
          Cancel
        </ButtonLink>
        <ButtonLink to="/book" look="outline">
          Book Again
        </ButtonLink>
        <Link to="/" className="inline-flex min-h-12 items-center px-3 underline underline-offset-4">
          Return to Home
        </Link>
      </div>
    </div>
  );
}

function Remark({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="border-t border-line pt-4 text-stone">
      <h2 className="mb-2 text-lg text-ink">{title}</h2>
      {children}
    </div>
  );
}
