import { Eraser, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Customer } from '../../../../src/contracts/customers.ts';
import { HistorySection } from '../../../admin/history/history-section.tsx';
import { CUSTOMER_HISTORY } from '../../../admin/history/queries.ts';
import { useAdminQuery } from '../../../admin/server/use-admin-query.ts';
import { useCommand } from '../../../admin/server/use-command.ts';
import { AdminButton } from '../../../admin/ui/button.tsx';
import { ConfirmDialog } from '../../../admin/ui/confirm-dialog.tsx';
import { FailedState } from '../../../admin/ui/states.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { birthdayText } from './birthday.ts';
import { CardForm } from './card-form.tsx';
import { SamePeople } from './same-person.tsx';
import { ERASE_CUSTOMER, PROFILE } from './server.ts';
import { ServiceHistory } from './service-history.tsx';

/** All about a customer: contacts, notes, what they had done, and who may be the same person. */
export function CustomerProfile({ id, onGone }: { id: string; onGone: () => void }) {
  const { data: profile, error, reload } = useAdminQuery(PROFILE, id);
  const [mode, setMode] = useState<'view' | 'edit' | 'erase'>('view');
  const view = () => setMode('view');
  if (!profile && error)
    return <FailedState what="The customer couldn’t be loaded" error={error} onRetry={reload} />;
  if (!profile) return <Loading />;
  const { customer } = profile;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="min-w-0 space-y-5">
        {mode === 'edit' ? (
          <CardForm profile={profile} onClose={view} />
        ) : (
          <>
            <Card customer={customer} />
            <div className="flex flex-wrap gap-2">
              <AdminButton onClick={() => setMode('edit')}>
                <Pencil aria-hidden="true" className="size-4" />
                Edit
              </AdminButton>
              <AdminButton look="quiet" onClick={() => setMode('erase')}>
                <Eraser aria-hidden="true" className="size-4" />
                Erase...
              </AdminButton>
            </div>
          </>
        )}
        <SamePeople customer={customer} />
        <HistorySection query={CUSTOMER_HISTORY} id={id} />
      </div>
      <ServiceHistory customer={customer} />
      {mode === 'erase' && <EraseDialog customer={customer} onClose={view} onErased={onGone} />}
    </div>
  );
}

function Card({ customer }: { customer: Customer }) {
  const { email, phone, other_emails, other_phones, notes } = customer;
  const rows: [string, string][] = [
    ['Email', [email, ...other_emails].filter(Boolean).join(', ') || 'None'],
    ['Phone', [phone, ...other_phones].filter(Boolean).join(', ') || 'None'],
    ['Birthday', birthdayText(customer)],
    ['Notes', notes ?? 'None'],
  ];
  return (
    <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-stone">{label}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function EraseDialog({
  customer,
  onClose,
  onErased,
}: {
  customer: Customer;
  onClose: () => void;
  onErased: () => void;
}) {
  const erase = useCommand(ERASE_CUSTOMER);
  const merged = customer.merged.map(({ name }) => name);
  return (
    <ConfirmDialog
      title={`Erase ${customer.name}?`}
      question="Name, contacts, birthday and notes are removed everywhere, from their appointments and the history as well. This cannot be undone."
      confirm="Erase for good"
      keep="Keep Customer"
      onConfirm={async () => {
        await erase.send({ id: customer.id });
        toastSuccess('Customer erased');
        onErased();
      }}
      onClose={onClose}
    >
      {merged.length > 0 && (
        <p className="text-stone">With them, those who are merged with them: {merged.join(', ')}.</p>
      )}
    </ConfirmDialog>
  );
}

function Loading() {
  return (
    <div role="status" className="grid animate-late gap-6 lg:grid-cols-2">
      <span className="sr-only">Loading the customer...</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  );
}
