import { Link, useNavigate } from 'react-router-dom';
import type { Customer } from '../../../src/contracts/customers/customers.ts';
import { useSalonNow } from '../../salon/use-salon-now.ts';
import { Callout } from '../../ui/callout.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { whenText } from '../bookings/booking-text.ts';
import { useCommand } from '../data/use-command.ts';
import { ERASURE_PARAMETER } from '../erasure/queries.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { ERASE_CUSTOMER } from './commands.ts';
import { upcomingOf } from './upcoming-bookings.ts';

/** Asks before a customer is erased, and says which appointments they still have. */
export function EraseDialog({
  customer,
  onClose,
  onErased,
}: {
  customer: Customer;
  onClose: () => void;
  onErased: () => void;
}) {
  const erase = useCommand(ERASE_CUSTOMER);
  const navigate = useNavigate();
  const merged = customer.merged.map(({ name }) => name);
  return (
    <ConfirmDialog
      title={`Erase ${customer.name}?`}
      question="Name, contacts, birthday and notes are removed everywhere, from their appointments and the history as well. This cannot be undone."
      confirm="Erase for good"
      keep="Keep Customer"
      onConfirm={async () => {
        await erase.send({ id: customer.id });
        toastSuccess('Customer erased', undefined, {
          label: 'Certificate',
          onClick: () => navigate(`/admin/customers/${customer.id}?${ERASURE_PARAMETER}`),
        });
        onErased();
      }}
      onClose={onClose}
    >
      <UpcomingBookings customer={customer} />
      {merged.length > 0 && (
        <p className="text-stone">Also erased, as the same person: {merged.join(', ')}.</p>
      )}
    </ConfirmDialog>
  );
}

/** The next appointment, and how many there are. Renders nothing without any. */
function UpcomingBookings({ customer }: { customer: Customer }) {
  const now = useSalonNow();
  const upcoming = upcomingOf(customer, now);
  const [next] = upcoming;
  if (!next) return null;
  return (
    <Callout>
      <p>
        {customer.name} has{' '}
        {upcoming.length === 1 ? 'an appointment on' : `${upcoming.length} coming appointments, the next on`}{' '}
        <Link
          to={`/admin/appointments/${next.id}`}
          className="font-medium underline decoration-brass underline-offset-4"
        >
          {whenText(next, now.date)}
        </Link>
        .
      </p>
    </Callout>
  );
}
