import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { GROUP_OF_CATEGORY, PUBLIC_GROUPS, SERVICE_CATEGORIES } from '../../../src/contracts/salon/groups.ts';
import { ApiError } from '../../api.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useCommand } from '../data/use-command.ts';
import { HistorySection } from '../history/history-section.tsx';
import { SERVICE_HISTORY } from '../history/queries.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { useDiscardQuestion } from '../ui/dialog/use-discard-question.tsx';
import { changedFields } from '../ui/form/changed-fields.ts';
import { Choice } from '../ui/form/choice.tsx';
import { AdminField, AdminSelect, AdminTextArea } from '../ui/form/field.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { ADD_SERVICE, CHANGE_SERVICE, type Offer } from './commands.ts';
import { centsOf, NEW_SERVICE, offerOf, SERVICE_FIELDS, TypedService, typedOf } from './service-form.ts';
import type { useShownPrice } from './shown-price.ts';

/**
 * Adds or edits a service. If somebody else changes it in the meantime, saving says so, and what was typed stays.
 *
 * @param current the service as it is now; undefined for a new one, and after it was removed
 */
export function ServiceDialog({
  opened,
  current,
  shownPrice,
  onClose,
}: {
  /** As it was when the dialog was opened; undefined for a new one. */
  opened: AdminService | undefined;
  current: AdminService | undefined;
  shownPrice: ReturnType<typeof useShownPrice>;
  onClose: () => void;
}) {
  const add = useCommand(ADD_SERVICE);
  const change = useCommand(CHANGE_SERVICE);
  const { undoButton } = useEventUndo();
  const { register, control, handleSubmit, setValue, setError, reset, formState } = useForm({
    resolver: zodResolver(TypedService),
    defaultValues: opened ? typedOf(opened) : NEW_SERVICE,
  });
  const { errors, dirtyFields, isDirty } = formState;
  const { base, version, isConflict, notice } = useConflict({
    opened,
    current,
    fields: SERVICE_FIELDS,
    onTakeTheirs: (theirs) => (theirs ? reset(typedOf(theirs)) : onClose()),
  });
  const [name, price, priceText] = useWatch({ control, name: ['name', 'price', 'price_text'] });
  const cents = centsOf(price);
  const shown =
    cents === null
      ? undefined
      : shownPrice?.({
          id: opened?.id ?? '',
          name,
          price_cents: cents,
          price_text: priceText.trim() || null,
        });
  const busy = add.busy || change.busy;
  const { leave, question } = useDiscardQuestion({
    title: opened ? 'Discard these changes?' : 'Discard this service?',
    isTouched: isDirty,
    onClose,
  });

  async function save(typed: TypedService) {
    if (!base) {
      await add.send(offerOf(typed));
      toastSuccess('Service created successfully');
      return;
    }
    const changes = changedFields<Offer>(base, offerOf(typed));
    const answer =
      Object.keys(changes).length > 0 ? await change.send({ id: base.id, changes }, version) : undefined;
    const undo = answer && undoButton('service', base.id, answer);
    toastSuccess('Service updated successfully', undefined, undo);
  }

  const submit = handleSubmit(async (typed) => {
    if (busy) return;
    try {
      await save(typed);
      onClose();
    } catch (error) {
      if (isConflict(error)) return;
      const fields = error instanceof ApiError ? error.fields : [];
      for (const { path, message } of fields) {
        const name = FIELD_OF[path];
        if (name) setError(name, { message }, { shouldFocus: true });
      }
      if (!fields.some(({ path }) => FIELD_OF[path])) toastFailure(error);
    }
  });

  return (
    <FormDialog
      title={opened ? `Edit ${opened.name}` : 'Add Service'}
      save={opened ? 'Save changes' : 'Add Service'}
      busy={busy}
      formClass="grid gap-4 sm:grid-cols-2"
      onSave={submit}
      onClose={leave}
      below={
        <>
          {opened && (
            <div className="pt-5">
              <HistorySection query={SERVICE_HISTORY} id={opened.id} />
            </div>
          )}
          {question}
        </>
      }
    >
      {notice && <div className="sm:col-span-2">{notice}</div>}
      <AdminField
        label="Name"
        required
        className="sm:col-span-2"
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <AdminTextArea
        label="Description"
        className="sm:col-span-2"
        error={errors.description?.message}
        {...register('description')}
      />
      <AdminSelect
        label="Category"
        required
        {...register('category', {
          // A new service follows its category until somebody chooses its group.
          onChange: ({ target }) => {
            const category = target.value as TypedService['category'];
            if (!opened && !dirtyFields.public_group) setValue('public_group', GROUP_OF_CATEGORY[category]);
          },
        })}
      >
        {SERVICE_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </AdminSelect>
      <AdminSelect label="Group on the website" required {...register('public_group')}>
        {PUBLIC_GROUPS.map((group) => (
          <option key={group}>{group}</option>
        ))}
      </AdminSelect>
      <AdminField
        label="Price ($)"
        type="number"
        required
        min={0}
        step={0.01}
        inputMode="decimal"
        placeholder="0.00"
        autoComplete="off"
        error={errors.price?.message}
        {...register('price')}
      />
      <AdminField
        label="Duration (minutes)"
        type="number"
        required
        min={15}
        step={15}
        inputMode="numeric"
        error={errors.duration?.message}
        {...register('duration')}
      />
      <AdminField
        label="Price text"
        className="sm:col-span-2"
        placeholder="Price Varies"
        autoComplete="off"
        hint={shown && priceHint(shown, cents ?? 0)}
        error={errors.price_text?.message}
        {...register('price_text')}
      />
      <Choice type="checkbox" {...register('active')} className="sm:col-span-2">
        <span>
          <span className="font-medium">Active</span>{' '}
          <span className="text-stone">· visitors can book it online</span>
        </span>
      </Choice>
    </FormDialog>
  );
}

function priceHint(
  { words, isOnMenu }: ReturnType<NonNullable<ReturnType<typeof useShownPrice>>>,
  cents: number,
) {
  if (!isOnMenu) return `Visitors see “${words}”.`;
  const menu = cents > 0 ? 'so the price above is shown' : 'whose price is shown until there is one above';
  return `Visitors see “${words}”. This service is on the price menu (Settings, Prices), ${menu}. A price text is shown only for services that aren’t on it.`;
}

/** The form's field for each field of the API, to show the server's error in. */
const FIELD_OF: Readonly<Record<string, keyof TypedService>> = {
  name: 'name',
  description: 'description',
  price_cents: 'price',
  price_text: 'price_text',
  duration_minutes: 'duration',
};
