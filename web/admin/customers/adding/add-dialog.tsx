import { useState } from 'react';
import { Link } from 'react-router-dom';
import { addCustomer } from '../../../../src/contracts/customers/add-customer.ts';
import type { Before } from '../../../../src/contracts/customers/visits.ts';
import { beforeText } from '../../../../src/contracts/customers/visits-before.ts';
import { ApiError, call } from '../../../api.ts';
import { Callout } from '../../../ui/callout.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { type CommandAnswer, defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useCommand } from '../../data/use-command.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import { CardFields } from '../card/card-fields.tsx';
import { type Card, CustomerCard, cardOf, NOBODY, type TypedCard } from '../card/customer-form.ts';

const ADD_CUSTOMER = defineCommand({
  name: 'add-customer',
  thing: () => topicOf('customer', 'new'),
  also: (_, { id }: CommandAnswer & { readonly id: string }) => [topicOf('customer', id)],
  send: (body: Card, { token, idempotencyKey }) => call(addCustomer, { token, idempotencyKey, body }),
});

/** Adds a customer by hand. */
export function AddCustomerDialog({
  filledIn = NOBODY,
  before = null,
  onClose,
  onAdded,
}: {
  /** The known details, such as those from a file. */
  filledIn?: TypedCard;
  /** The visits that another program had counted. */
  before?: Before | null;
  onClose: () => void;
  onAdded: (customerId: string) => void;
}) {
  const [failure, setFailure] = useState<unknown>();
  const add = useCommand(ADD_CUSTOMER);
  const form = useAdminForm({
    values: filledIn,
    schema: CustomerCard,
    toRequest: cardOf,
    async send(card) {
      setFailure(undefined);
      const { id } = await add.send({ ...card, before });
      toastSuccess('Customer added');
      onAdded(id);
    },
    onFailure: setFailure,
  });

  return (
    <FormDialog
      title="Add Customer"
      save="Add Customer"
      form={form}
      discard="Discard this customer?"
      formClass="grid gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <CardFields form={form} />
      {before && <p className="text-stone sm:col-span-2">Before: {beforeText(before)}.</p>}
      {failure !== undefined && (
        <div className="sm:col-span-2">
          <Callout tone="error">
            {commandFailure(failure)} <HolderLink error={failure} />
          </Callout>
        </div>
      )}
    </FormDialog>
  );
}

/** Tells who has the contact: the way to their card, and what to do if they are somebody else. */
function HolderLink({ error }: { error: unknown }) {
  const holder = error instanceof ApiError ? error.holder : undefined;
  if (!holder) return null;
  return (
    <>
      <Link
        to={`/admin/customers/${holder.id}`}
        className="font-medium underline decoration-brass underline-offset-4"
      >
        Open {holder.name}
      </Link>
      , or leave the {holder.by === 'email' ? 'email' : 'phone'} empty if this is somebody else.
    </>
  );
}
