import { type FormEvent, useEffect, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import { CardFields } from '../card/card-fields.tsx';
import {
  type CardErrors,
  cardOf,
  errorsOf,
  NOBODY,
  refusedFields,
  type TypedCard,
} from '../card/customer-form.ts';
import { ADD_CUSTOMER, IMPORT, WHILE_OPEN } from './queries.ts';

/** Adds a customer by hand. */
export function AddCustomerDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (customerId: string) => void;
}) {
  const [typed, setTyped] = useState<TypedCard>(NOBODY);
  const [errors, setErrors] = useState<CardErrors>({});
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState<{ readonly importId: string; readonly customerId: string }>();
  const add = useCommand(ADD_CUSTOMER);
  const { data: status } = useAdminQuery(IMPORT, sent?.importId ?? null, WHILE_OPEN);
  const isDone = status !== undefined && status.status !== 'open';
  const isHeld = isDone && status.skipped.length > 0;

  const type = (name: keyof TypedCard, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
  };

  const { leave, question } = useDiscardQuestion({
    title: 'Discard this customer?',
    isTouched: (!sent || isHeld) && JSON.stringify(typed) !== JSON.stringify(NOBODY),
    onClose,
  });

  const addedId = sent && isDone && !isHeld ? sent.customerId : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once.
  useEffect(() => {
    if (addedId) onAdded(addedId);
  }, [addedId]);

  async function save(event: FormEvent<HTMLFormElement>) {
    if (add.busy || (sent && !isDone)) return;
    const form = event.currentTarget;
    const card = cardOf(typed);
    const invalid = errorsOf(typed);
    if (card.email === null && card.phone === null)
      invalid.email ??= 'Please enter an email or a phone number.';
    if (Object.keys(invalid).length > 0) return showErrors(form, () => setErrors(invalid));
    setFailure(undefined);
    setSent(undefined);
    try {
      const { id, customer_id } = await add.send(card);
      setSent({ importId: id, customerId: customer_id });
      toastSuccess('Customer is being added');
    } catch (error) {
      const refused = refusedFields(error);
      if (!refused) return setFailure(commandFailure(error));
      showErrors(form, () => setErrors(refused));
    }
  }

  return (
    <FormDialog
      title="Add Customer"
      save="Add Customer"
      busy={add.busy || (sent !== undefined && !isDone)}
      formClass="grid gap-4 sm:grid-cols-2"
      onSave={save}
      onClose={leave}
      below={question}
    >
      <CardFields typed={typed} errors={errors} onType={type} />
      {(failure || isHeld) && (
        <div className="sm:col-span-2">
          <Notice tone="error">
            {failure ?? 'Somebody has this email or phone already. Please look for them in the list.'}
          </Notice>
        </div>
      )}
    </FormDialog>
  );
}
