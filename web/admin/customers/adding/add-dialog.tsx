import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { addCustomer } from '../../../../src/contracts/customers/add-customer.ts';
import { ApiError, call } from '../../../api.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { type CommandAnswer, defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useCommand } from '../../data/use-command.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import { CardFields } from '../card/card-fields.tsx';
import {
  type Card,
  type CardErrors,
  cardOf,
  errorsOf,
  NOBODY,
  refusedFields,
  type TypedCard,
} from '../card/customer-form.ts';

const ADD_CUSTOMER = defineCommand({
  name: 'add-customer',
  thing: () => topicOf('customer', 'new'),
  also: (_, { id }: CommandAnswer & { readonly id: string }) => [topicOf('customer', id)],
  send: (body: Card, { token, idempotencyKey }) => call(addCustomer, { token, idempotencyKey, body }),
});

/** Adds a customer by hand. */
export function AddCustomerDialog({
  filledIn = NOBODY,
  onClose,
  onAdded,
}: {
  /** What is known of them, such as from a file. */
  filledIn?: TypedCard;
  onClose: () => void;
  onAdded: (customerId: string) => void;
}) {
  const [typed, setTyped] = useState(filledIn);
  const [errors, setErrors] = useState<CardErrors>({});
  const [failure, setFailure] = useState<unknown>();
  const add = useCommand(ADD_CUSTOMER);

  const type = (name: keyof TypedCard, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
  };

  const { leave, question } = useDiscardQuestion({
    title: 'Discard this customer?',
    isTouched: JSON.stringify(typed) !== JSON.stringify(filledIn),
    onClose,
  });

  async function save(event: FormEvent<HTMLFormElement>) {
    if (add.busy) return;
    const form = event.currentTarget;
    const invalid = errorsOf(typed);
    if (Object.keys(invalid).length > 0) return showErrors(form, () => setErrors(invalid));
    setFailure(undefined);
    try {
      const { id } = await add.send(cardOf(typed));
      toastSuccess('Customer added');
      onAdded(id);
    } catch (error) {
      const refused = refusedFields(error);
      if (!refused) return setFailure(error);
      showErrors(form, () => setErrors(refused));
    }
  }

  return (
    <FormDialog
      title="Add Customer"
      save="Add Customer"
      busy={add.busy}
      formClass="grid gap-4 sm:grid-cols-2"
      onSave={save}
      onClose={leave}
      below={question}
    >
      <CardFields typed={typed} errors={errors} onType={type} />
      {failure !== undefined && (
        <div className="sm:col-span-2">
          <Notice tone="error">
            {commandFailure(failure)} <HolderLink error={failure} />
          </Notice>
        </div>
      )}
    </FormDialog>
  );
}

/** Where somebody has the contact: the way to their card, and what to do if they are somebody else. */
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
