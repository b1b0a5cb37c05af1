import { CalendarPlus, Download, Eraser, Pencil } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { exportCustomer } from '../../../src/contracts/customers/customer-export.ts';
import type { Customer } from '../../../src/contracts/customers/customers.ts';
import { beforeText } from '../../../src/contracts/customers/visits-before.ts';
import { call } from '../../api.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { phoneAsTyped, telHref } from '../../ui/form/phone-text.ts';
import { CustomerReplies } from '../bookings/messages/customer-replies.tsx';
import { useNewBooking } from '../bookings/new/use-new-booking.ts';
import { visitsText } from '../bookings/visits-text.ts';
import type { Profile } from '../data/queries.ts';
import { useMay } from '../data/role.ts';
import { AdminButton } from '../ui/button.tsx';
import { firstField } from '../ui/dialog/dialog.tsx';
import { mailHref } from '../ui/mail-href.ts';
import { useSavedFile } from '../ui/table/use-saved-file.ts';
import { birthdayText } from './card/birthday-text.ts';
import { CardForm } from './card-form.tsx';
import { emailsOf, phonesOf } from './contacts.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { SamePeople } from './same-person.tsx';

/** A customer: contacts and notes, the actions on them, and possible duplicates. */
export function Person({
  profile,
  isOnPage = false,
  onGone,
  onShow,
}: {
  profile: Profile;
  /** Whether it is shown on the customer's own page, which tells their visits itself. */
  isOnPage?: boolean;
  onGone: () => void;
  /** Opens another customer's profile. */
  onShow: (id: string) => void;
}) {
  const { customer } = profile;
  const { id } = customer;
  const { begin, bookAgain } = useNewBooking();
  const last = isOnPage ? customer.service_history.find(({ status }) => status !== 'cancelled') : undefined;
  const exported = useSavedFile(
    `customer-${id}.json`,
    ['customer', 'booking', 'message'],
    async ({ after, ...options }) => {
      const stored = await call(exportCustomer, { ...options, params: { id }, query: { after } });
      return new Blob([JSON.stringify(stored, null, 2)], { type: 'application/json' });
    },
  );
  const may = useMay();
  const [mode, setMode] = useState<'view' | 'edit' | 'erase'>('view');
  const view = () => setMode('view');
  const card = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const edit = () => {
    flushSync(() => setMode('edit'));
    (firstField(card.current) ?? card.current)?.focus();
  };
  const leaveForm = () => {
    flushSync(view);
    editButton.current?.focus();
  };
  return (
    <>
      <div ref={card} tabIndex={-1} className="min-w-0 space-y-5 outline-none">
        {mode === 'edit' ? (
          <CardForm profile={profile} onClose={leaveForm} />
        ) : (
          <>
            <Card customer={customer} hasVisits={!isOnPage} />
            {may('desk') && (
              <div className="flex flex-wrap gap-2">
                <AdminButton
                  look="primary"
                  onClick={() => (last ? bookAgain(last.id) : begin({ customerId: id }))}
                >
                  <CalendarPlus aria-hidden="true" className="size-4" />
                  {last ? 'Book again' : 'Book'}
                </AdminButton>
                <AdminButton ref={editButton} onClick={edit}>
                  <Pencil aria-hidden="true" className="size-4" />
                  Edit
                </AdminButton>
                {may('owners') && (
                  <>
                    <AdminButton busy={exported.busy} onClick={exported.save}>
                      <Download aria-hidden="true" className="size-4" />
                      {exported.busy ? 'Exporting...' : 'Export'}
                    </AdminButton>
                    <AdminButton look="quiet" onClick={() => setMode('erase')}>
                      <Eraser aria-hidden="true" className="size-4" />
                      Erase...
                    </AdminButton>
                  </>
                )}
              </div>
            )}
          </>
        )}
      </div>
      {may('desk') && <CustomerReplies customerId={id} />}
      <SamePeople customer={customer} onMerged={(kept) => kept !== id && onShow(kept)} />
      {mode === 'erase' && <EraseDialog customer={customer} onClose={view} onErased={onGone} />}
    </>
  );
}

function Card({ customer, hasVisits }: { customer: Customer; hasVisits: boolean }) {
  const { merged, merged_into, notes } = customer;
  const { country } = useSalon().address;
  const emails = emailsOf(customer, ...merged).map((email) => (
    <Contact key={email} href={mailHref(email)}>
      {email}
    </Contact>
  ));
  // Phones are shown as typed; they are formatted if they are digits only.
  const phones = phonesOf(customer, ...merged).map((phone) => (
    <Contact key={phone} href={telHref(phone)}>
      {phoneAsTyped(phone, country)}
    </Contact>
  ));
  const rows: (readonly [string, ReactNode])[] = [
    ['Email', emails.length === 0 ? 'None' : emails],
    ['Phone', phones.length === 0 ? 'None' : phones],
    ['Birthday', birthdayText(customer)],
    ...(hasVisits ? ([['Visits', visitsText(customer)]] as const) : []),
    ...(hasVisits && customer.before ? ([['Before', beforeText(customer.before)]] as const) : []),
    ['Notes', notes ?? 'None'],
  ];
  return (
    <>
      {merged_into && (
        <p className="text-sm">
          Merged into{' '}
          <Link
            to={`/admin/customers/${merged_into.id}`}
            className="font-medium underline decoration-brass underline-offset-4"
          >
            {merged_into.name}
          </Link>
        </p>
      )}
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-stone">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Contact({ href, children }: { href: string; children: string }) {
  return (
    <span className="block">
      <a
        href={href}
        className="inline-flex min-h-6 items-center tabular-nums underline decoration-brass underline-offset-4 wrap-anywhere pointer-coarse:min-h-11"
      >
        {children}
      </a>
    </span>
  );
}
