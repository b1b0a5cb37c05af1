import { ArrowLeft, FileQuestion, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ErasureCertificate } from '../../../src/contracts/customers/erasure.ts';
import { ApiError } from '../../api.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { AdminButton } from '../ui/button.tsx';
import { recordDay, recordInstant } from '../ui/instant-text.ts';
import { centsText, countText } from '../ui/number-text.ts';
import { DescriptionList } from '../ui/page/description-list.tsx';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { BOOKING_ERASURE, CUSTOMER_ERASURE } from './queries.ts';

/** While the keys are being destroyed. */
const AGAIN_MS = 2_000;
const againAfterMs = (certificate: ErasureCertificate | undefined) =>
  certificate?.status === 'asked' ? AGAIN_MS : false;

/** The certificate of an erasure, of a customer or an appointment: for the screen and for paper. */
export function ErasurePage({ of, id }: { of: 'customers' | 'bookings'; id: string }) {
  const isCustomer = of === 'customers';
  const { data, error, reload } = useAdminQuery(isCustomer ? CUSTOMER_ERASURE : BOOKING_ERASURE, id, {
    againAfterMs,
  });
  const isNone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <div className="max-w-3xl">
      <Link
        to={isCustomer ? '/admin/customers' : '/admin/activity'}
        className="inline-flex min-h-6 items-center gap-1.5 text-sm text-stone underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11 print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {isCustomer ? 'All customers' : 'Activity'}
      </Link>
      <PageHeader
        title="Certificate of erasure"
        action={
          data && (
            <AdminButton onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4" />
              Print
            </AdminButton>
          )
        }
      />
      {isNone ? (
        <EmptyState icon={FileQuestion} title="Nothing of this address was erased">
          Only erased customers and deleted appointments have a certificate.
        </EmptyState>
      ) : data ? (
        <Certificate {...data} />
      ) : error ? (
        <FailedState what="The certificate couldn’t be loaded" error={error} onRetry={reload} />
      ) : (
        <RowsSkeleton label="Loading the certificate..." />
      )}
    </div>
  );
}

const STATUS = {
  asked: 'Asked for. The keys are being destroyed; this takes moments.',
  shredded: 'Erased: nobody can read it any more. The tables are still to be cleaned.',
  cleaned: 'Erased, and cleaned from the tables and backups of the service.',
} as const;

const ELSEWHERE: Readonly<Record<ErasureCertificate['elsewhere'][number], string>> = {
  'backup-copies': 'Copies of backups that somebody made to other places.',
  statistics: 'Samples of columns in the database’s statistics, until Postgres writes over them.',
  replicas: 'Replicas of the database.',
  archives: 'Archives of the database’s own log.',
  snapshots: 'Snapshots and backups that the provider of the database or its disks makes.',
  'event-store': 'The event store keeps the sealed parts, which nobody can open without the key.',
};

function Certificate({
  kind,
  ids,
  status,
  asked,
  shredded_at,
  due_by,
  cleaned,
  erased,
  kept,
  open_backups,
  write_ahead_log,
  elsewhere,
}: ErasureCertificate) {
  const { name, time_zone } = useSalon();
  const at = (instant: string) => recordInstant(instant, time_zone);
  const files = cleaned
    ? `${at(cleaned.at)}: ${countText(cleaned.read_models, 'read model')} and the table of keys were written anew`
    : due_by
      ? `by ${at(due_by)}, at an hour without appointments`
      : 'after the keys';
  return (
    <div className="space-y-8 print:text-xs">
      <p role="status" className="rounded-md border border-line bg-panel p-4 text-sm font-medium">
        {STATUS[status]}
      </p>
      <PagePanel title="What was erased">
        <DescriptionList
          items={[
            ['Salon', name],
            [
              kind === 'customer' ? 'Customer, by number' : 'Appointment, by number',
              <Ids key="ids" ids={ids} />,
            ],
            ['Asked for', `${at(asked.at)} · position ${asked.position}`],
            [
              'Erased',
              [
                erased.customers > 0 && countText(erased.customers, 'customer’s card', 'customers’ cards'),
                erased.appointments > 0 &&
                  `names, contacts and notes of ${countText(erased.appointments, 'appointment')}`,
                erased.message_logs > 0 && 'the texts of all messages about them',
              ]
                .filter((part) => part !== false)
                .join('; '),
            ],
          ]}
        />
      </PagePanel>
      <PagePanel title="Where, and when">
        <DescriptionList
          items={[
            ['Keys destroyed', shredded_at ? at(shredded_at) : 'not yet'],
            ['Tables of the database', files],
            [
              'Its own log (WAL)',
              write_ahead_log === null
                ? 'has pages as they were; Postgres removes them once the tables are cleaned'
                : write_ahead_log.held_until
                  ? `may have pages as they were until ${at(write_ahead_log.held_until)}, when Postgres has removed them`
                  : 'may have pages as they were, for as long as the server keeps or archives it',
            ],
            [
              'Backups',
              cleaned && cleaned.backups > 0
                ? `${countText(cleaned.backups, 'backup')} can’t open it any more`
                : cleaned
                  ? 'none of the service’s own had it'
                  : 'with the tables, in the folder of the nightly ones',
            ],
          ]}
        />
      </PagePanel>
      <PagePanel title="What stays, and why" about="The salon’s books need it, and it names nobody.">
        <DescriptionList
          items={[
            [
              'Appointments',
              kept.first_date && kept.last_date
                ? `${countText(kept.appointments, 'appointment')}, ${kept.first_date === kept.last_date ? recordDay(kept.first_date) : `${recordDay(kept.first_date)} to ${recordDay(kept.last_date)}`}: times, services and prices`
                : 'none',
            ],
            ['Money', `${centsText(kept.earned_cents)} in the reports`],
            ['The log', 'that it happened: ids, times and who of the staff did it'],
          ]}
        />
      </PagePanel>
      <PagePanel
        title="What isn’t the service’s own"
        about="The person who looks after the server deletes these. Until then they may still hold something of it."
      >
        <ul className="list-disc space-y-1.5 pl-5 text-sm">
          {open_backups.map(({ folder, taken_at }) => (
            <li key={folder} className="wrap-anywhere">
              The backup of {at(taken_at)} in {folder} still opens it until it is deleted
              {status === 'cleaned' ? '.' : ', or cleaned with the tables.'}
            </li>
          ))}
          {elsewhere.map((place) => (
            <li key={place}>{ELSEWHERE[place]}</li>
          ))}
        </ul>
      </PagePanel>
    </div>
  );
}

function Ids({ ids }: { ids: readonly string[] }): ReactNode {
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>{id}</li>
      ))}
    </ul>
  );
}
