import { toastSuccess } from '../../ui/toast/toast.tsx';
import type { Profile } from '../data/queries.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { AdminButton } from '../ui/button.tsx';
import type { ComparedField } from '../ui/conflict-callout.tsx';
import { useDiscardQuestion } from '../ui/dialog/use-discard-question.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { CardFields } from './card/card-fields.tsx';
import {
  type Card,
  CUSTOMER_FIELDS,
  CustomerCard,
  cardOf,
  changesOf,
  typedOf,
} from './card/customer-form.ts';
import { CHANGE_CUSTOMER } from './commands.ts';

const PROFILE_FIELDS = CUSTOMER_FIELDS.map(
  ([label, show]): ComparedField<Profile> => [label, ({ customer }) => show(customer)],
);

/** Edits a customer's card. If somebody else changes it in the meantime, saving says so, and what was typed stays. */
export function CardForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const form = useAdminForm({
    values: typedOf(profile.customer),
    schema: CustomerCard,
    toRequest: cardOf,
    send: save,
    onFailure: (error) => isConflict(error) || toastFailure(error),
  });
  const { base, version, isConflict, callout } = useConflict({
    opened: profile,
    current: profile,
    fields: PROFILE_FIELDS,
    onTakeTheirs: () => form.reset(typedOf(profile.customer)),
  });
  const { leave, question } = useDiscardQuestion({
    title: 'Discard these changes?',
    isTouched: form.isDirty,
    parameter: 'customer',
    onClose,
  });
  const change = useCommand(CHANGE_CUSTOMER);
  const { undoButton } = useEventUndo();

  async function save(card: Card) {
    const changes = changesOf(base.customer, card);
    const { id } = base.customer;
    const answer = Object.keys(changes).length > 0 ? await change.send({ id, changes }, version) : undefined;
    const undo = answer && undoButton('customer', id, answer);
    toastSuccess('Customer updated successfully', undefined, undo);
    onClose();
  }

  return (
    <form noValidate onSubmit={form.submit} className="space-y-4">
      {callout}
      <div className="grid gap-4 sm:grid-cols-2">
        <CardFields form={form} />
      </div>
      <div className="flex gap-2">
        <AdminButton onClick={leave}>Cancel</AdminButton>
        <AdminButton look="primary" type="submit" busy={form.pending}>
          {form.pending ? 'Saving...' : 'Save'}
        </AdminButton>
      </div>
      {question}
    </form>
  );
}
