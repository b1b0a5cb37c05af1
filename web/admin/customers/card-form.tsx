import { type FormEvent, useState } from 'react';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import type { Profile } from '../data/queries.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { AdminButton } from '../ui/button.tsx';
import type { ComparedField } from '../ui/conflict-notice.tsx';
import { dropDraft, keepDraft, keptDraft } from '../ui/drafts/drafts.ts';
import { showErrors } from '../ui/form/show-errors.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { CardFields } from './card/card-fields.tsx';
import {
  type CardErrors,
  CUSTOMER_FIELDS,
  changesOf,
  errorsOf,
  refusedFields,
  type TypedCard,
  typedOf,
} from './card/customer-form.ts';
import { CHANGE_CUSTOMER } from './commands.ts';

interface Draft {
  readonly typed: TypedCard;
  /** The profile when the first change was typed. */
  readonly base: Profile;
}

const PROFILE_FIELDS = CUSTOMER_FIELDS.map(
  ([label, show]): ComparedField<Profile> => [label, ({ customer }) => show(customer)],
);

const draftName = (customerId: string) => `customer ${customerId}`;

/** Unsaved input of a customer's card. It is still there when staff return from another screen. */
export const cardDraft = (customerId: string) => keptDraft(draftName(customerId)) as Draft | undefined;

/** Edits a customer's card. If somebody else changes it in the meantime, saving says so, and what was typed stays. */
export function CardForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const draft = draftName(profile.customer.id);
  const [typed, setTyped] = useState(
    () => cardDraft(profile.customer.id)?.typed ?? typedOf(profile.customer),
  );
  const [errors, setErrors] = useState<CardErrors>({});
  const { base, version, isConflict, notice } = useConflict({
    opened: cardDraft(profile.customer.id)?.base ?? profile,
    current: profile,
    fields: PROFILE_FIELDS,
    onTakeTheirs() {
      setTyped(typedOf(profile.customer));
      dropDraft(draft);
    },
  });
  const change = useCommand(CHANGE_CUSTOMER);
  const { undoButton } = useEventUndo();

  const type = (name: keyof TypedCard, value: string) => {
    const next = { ...typed, [name]: value };
    setTyped(next);
    keepDraft(draft, { typed: next, base } satisfies Draft);
    setErrors(({ [name]: _, ...others }) => others);
  };

  const close = () => {
    dropDraft(draft);
    onClose();
  };

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.busy) return;
    const form = event.currentTarget;
    const invalid = errorsOf(typed);
    if (Object.keys(invalid).length > 0) return showErrors(form, () => setErrors(invalid));
    setErrors({});
    const changes = changesOf(base.customer, typed);
    try {
      const { id } = base.customer;
      const answer =
        Object.keys(changes).length > 0 ? await change.send({ id, changes }, version) : undefined;
      const undo = answer && undoButton('customer', id, answer);
      toastSuccess('Customer updated successfully', undefined, undo);
      close();
    } catch (error) {
      if (isConflict(error)) return;
      const refused = refusedFields(error);
      if (!refused) return toastFailure(error);
      showErrors(form, () => setErrors(refused));
    }
  }

  return (
    <form noValidate onSubmit={save} className="space-y-4">
      {notice}
      <div className="grid gap-4 sm:grid-cols-2">
        <CardFields typed={typed} errors={errors} onType={type} />
      </div>
      <div className="flex gap-2">
        <AdminButton onClick={close}>Cancel</AdminButton>
        <AdminButton look="primary" type="submit" busy={change.busy}>
          {change.busy ? 'Saving...' : 'Save'}
        </AdminButton>
      </div>
    </form>
  );
}
