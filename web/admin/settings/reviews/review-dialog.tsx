import { AddReview, type AdminReview } from '../../../../src/contracts/settings/reviews.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import type { ComparedField } from '../../ui/conflict-callout.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { changedFields } from '../../ui/form/changed-fields.ts';
import { AdminField, AdminSelect, AdminTextArea } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
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

const NEW_REVIEW = { name: '', location: '', service: '', rating: 5, text: '' };
const typedOf = ({ name, location, service, rating, text }: AdminReview): typeof NEW_REVIEW => ({
  name,
  location: location ?? '',
  service: service ?? '',
  rating,
  text,
});

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
  const form = useAdminForm({
    values: opened ? typedOf(opened) : NEW_REVIEW,
    schema: AddReview,
    send: save,
    onFailure: (error) => isConflict(error) || toastFailure(error),
  });
  const { field } = form;
  const { base, version, isConflict, callout } = useConflict({
    opened,
    current,
    fields: COMPARED,
    onTakeTheirs: (theirs) => (theirs ? form.reset(typedOf(theirs)) : onClose()),
  });

  async function save(typed: ReviewFields) {
    const changes = base && changedFields<ReviewFields>(base, typed);
    if (!changes) {
      await add.send(typed);
      toastSuccess('Review added', 'Visitors see it within moments.');
    } else if (Object.keys(changes).length > 0) {
      const answer = await change.send({ id: base.id, changes }, version);
      toastSuccess('Review changed', undefined, undoButton('settings', 'reviews', answer));
    }
    onClose();
  }

  return (
    <FormDialog
      title={opened ? `Edit the review by ${opened.name}` : 'Add a review'}
      save={opened ? 'Save changes' : 'Add review'}
      form={form}
      discard={opened ? 'Discard these changes?' : 'Discard this review?'}
      formClass="grid gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      {callout && <div className="sm:col-span-2">{callout}</div>}
      <AdminField
        label="Name"
        required
        autoComplete="off"
        hint="Write it as visitors will read it, such as Maya R."
        {...field('name')}
      />
      <AdminSelect label="Stars" required {...field('rating', { valueAsNumber: true })}>
        {STARS.map((stars) => (
          <option key={stars} value={stars}>
            {stars} of 5
          </option>
        ))}
      </AdminSelect>
      <AdminTextArea label="What they said" required rows={5} className="sm:col-span-2" {...field('text')} />
      <AdminField label="Service" autoComplete="off" placeholder="Balayage" {...field('service')} />
      <AdminField label="Lives in" autoComplete="off" placeholder="Walnut Creek, CA" {...field('location')} />
    </FormDialog>
  );
}
