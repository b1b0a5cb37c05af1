import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { AddReview, type AdminReview } from '../../../../src/contracts/settings/reviews.ts';
import { ApiError } from '../../../api.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import type { ComparedField } from '../../ui/conflict-notice.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { changedFields } from '../../ui/form/changed-fields.ts';
import { AdminField, AdminSelect, AdminTextArea } from '../../ui/form/field.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { useConflict } from '../../ui/use-conflict.tsx';
import { ADD_REVIEW, CHANGE_REVIEW, type ReviewFields } from './queries.ts';

const STARS = [5, 4, 3, 2, 1] as const;

/** The fields that are compared after somebody else has changed the review. */
const COMPARED: readonly ComparedField<AdminReview>[] = [
  ['Name', ({ name }) => name],
  ['Lives in', ({ location }) => location ?? ''],
  ['Service', ({ service }) => service ?? ''],
  ['Stars', ({ rating }) => String(rating)],
  ['What they said', ({ text }) => text],
];

const NEW_REVIEW: ReviewFields = { name: '', location: '', service: '', rating: 5, text: '' };
const typedOf = ({ name, location, service, rating, text }: AdminReview): ReviewFields => ({
  name,
  location: location ?? '',
  service: service ?? '',
  rating,
  text,
});

const isField = (path: string): path is keyof ReviewFields => path in NEW_REVIEW;

/**
 * Adds or edits a review. If somebody else changes it in the meantime, saving says so, and what was typed stays.
 *
 * @param opened as it was when the dialog was opened; undefined for a new one
 * @param current as it is now; undefined for a new one, and after it was removed
 */
export function ReviewDialog({
  opened,
  current,
  onClose,
}: {
  opened: AdminReview | undefined;
  current: AdminReview | undefined;
  onClose: () => void;
}) {
  const add = useCommand(ADD_REVIEW);
  const change = useCommand(CHANGE_REVIEW);
  const { undoButton } = useEventUndo();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(AddReview),
    defaultValues: opened ? typedOf(opened) : NEW_REVIEW,
  });
  const { errors, isDirty } = formState;
  const { base, version, isConflict, notice } = useConflict({
    opened,
    current,
    fields: COMPARED,
    onTakeTheirs: (theirs) => (theirs ? reset(typedOf(theirs)) : onClose()),
  });
  const busy = add.busy || change.busy;
  const { leave, question } = useDiscardQuestion({
    title: opened ? 'Discard these changes?' : 'Discard this review?',
    isTouched: isDirty,
    onClose,
  });

  async function save(typed: ReviewFields) {
    if (!base) {
      await add.send(typed);
      toastSuccess('Review added', 'Visitors see it within moments.');
      return;
    }
    const changes = changedFields<ReviewFields>(base, typed);
    if (Object.keys(changes).length === 0) return;
    const answer = await change.send({ id: base.id, changes }, version);
    toastSuccess('Review changed', undefined, undoButton('settings', 'reviews', answer));
  }

  const submit = handleSubmit(async (typed) => {
    if (busy) return;
    try {
      await save(typed);
      onClose();
    } catch (error) {
      if (isConflict(error)) return;
      const fields = error instanceof ApiError ? error.fields : [];
      for (const { path, message } of fields)
        if (isField(path)) setError(path, { message }, { shouldFocus: true });
      if (!fields.some(({ path }) => isField(path))) toastFailure(error);
    }
  });

  return (
    <FormDialog
      title={opened ? `Edit the review by ${opened.name}` : 'Add a review'}
      save={opened ? 'Save changes' : 'Add review'}
      busy={busy}
      formClass="grid gap-4 sm:grid-cols-2"
      onSave={submit}
      onClose={leave}
      below={question}
    >
      {notice && <div className="sm:col-span-2">{notice}</div>}
      <AdminField
        label="Name"
        required
        autoComplete="off"
        hint="As visitors shall read it, such as Maya R."
        error={errors.name?.message}
        {...register('name')}
      />
      <AdminSelect
        label="Stars"
        required
        error={errors.rating?.message}
        {...register('rating', { valueAsNumber: true })}
      >
        {STARS.map((stars) => (
          <option key={stars} value={stars}>
            {stars} of 5
          </option>
        ))}
      </AdminSelect>
      <AdminTextArea
        label="What they said"
        required
        rows={5}
        className="sm:col-span-2"
        error={errors.text?.message}
        {...register('text')}
      />
      <AdminField
        label="Service"
        autoComplete="off"
        placeholder="Balayage"
        error={errors.service?.message}
        {...register('service')}
      />
      <AdminField
        label="Lives in"
        autoComplete="off"
        placeholder="Walnut Creek, CA"
        error={errors.location?.message}
        {...register('location')}
      />
    </FormDialog>
  );
}
