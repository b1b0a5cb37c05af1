import { type AdminService, addService } from '../../../src/contracts/salon/admin-services.ts';
import { GROUP_OF_CATEGORY, PUBLIC_GROUPS, SERVICE_CATEGORIES } from '../../../src/contracts/salon/groups.ts';
import { isGap } from '../../../src/salon/parts.ts';
import { TYPED_EVERY_MINUTES } from '../../../src/salon/starts.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useCommand } from '../data/use-command.ts';
import { HistorySection } from '../history/history-section.tsx';
import { SERVICE_HISTORY } from '../history/queries.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { changedFields } from '../ui/form/changed-fields.ts';
import { Choice } from '../ui/form/choice.tsx';
import { AdminField, AdminSelect, AdminTextArea } from '../ui/form/field.tsx';
import { centsOf } from '../ui/form/typed-cents.ts';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { ADD_SERVICE, CHANGE_SERVICE, type Offer } from './commands.ts';
import { GapPicture } from './gap-picture.tsx';
import {
  FIELDS,
  gapOf,
  NEW_SERVICE,
  offerOf,
  SERVICE_FIELDS,
  type TypedService,
  typedOf,
} from './service-form.ts';
import type { useShownPrice } from './shown-price.ts';

const OFFER = addService.body
  .required({ public_group: true })
  .refine(({ gap, duration_minutes }) => !gap || isGap(gap, duration_minutes), {
    path: ['gap'],
    message: 'invalid-gap',
  });

const GAP_FIELD = {
  type: 'number',
  min: TYPED_EVERY_MINUTES,
  step: TYPED_EVERY_MINUTES,
  inputMode: 'numeric',
} as const;

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
  /** The state when the dialog was opened; undefined for a new one. */
  opened: AdminService | undefined;
  current: AdminService | undefined;
  shownPrice: ReturnType<typeof useShownPrice>;
  onClose: () => void;
}) {
  const add = useCommand(ADD_SERVICE);
  const change = useCommand(CHANGE_SERVICE);
  const { undoButton } = useEventUndo();
  const form = useAdminForm({
    values: opened ? typedOf(opened) : NEW_SERVICE,
    schema: OFFER,
    toRequest: offerOf,
    fields: FIELDS,
    send: save,
    onFailure: (error) => isConflict(error) || toastFailure(error),
  });
  const { base, version, isConflict, callout } = useConflict({
    opened,
    current,
    fields: SERVICE_FIELDS,
    onTakeTheirs: (theirs) => (theirs ? form.reset(typedOf(theirs)) : onClose()),
  });
  const { field, typed } = form;
  const cents = centsOf(typed.price);
  const shown =
    cents === null
      ? undefined
      : shownPrice?.({
          id: opened?.id ?? '',
          name: typed.name,
          price_cents: cents,
          price_text: typed.price_text.trim() || null,
        });

  async function save(offer: Offer) {
    if (base) {
      const changes = changedFields<Offer>(base, offer);
      const answer =
        Object.keys(changes).length > 0 ? await change.send({ id: base.id, changes }, version) : undefined;
      const undo = answer && undoButton('service', base.id, answer);
      toastSuccess('Service updated successfully', undefined, undo);
    } else {
      await add.send(offer);
      toastSuccess('Service created successfully');
    }
    onClose();
  }

  return (
    <FormDialog
      title={opened ? `Edit ${opened.name}` : 'Add Service'}
      save={opened ? 'Save changes' : 'Add Service'}
      form={form}
      discard={opened ? 'Discard these changes?' : 'Discard this service?'}
      formClass="grid gap-4 sm:grid-cols-2"
      onClose={onClose}
      below={
        opened && (
          <div className="pt-5">
            <HistorySection query={SERVICE_HISTORY} id={opened.id} />
          </div>
        )
      }
    >
      {callout && <div className="sm:col-span-2">{callout}</div>}
      <AdminField label="Name" required className="sm:col-span-2" autoComplete="off" {...field('name')} />
      <AdminTextArea label="Description" className="sm:col-span-2" {...field('description')} />
      <AdminSelect
        label="Category"
        required
        {...field('category', {
          // A new service follows its category until somebody chooses its group.
          onChange: ({ target }) => {
            const category = target.value as TypedService['category'];
            if (!opened && !form.formState.dirtyFields.public_group)
              form.setValue('public_group', GROUP_OF_CATEGORY[category]);
          },
        })}
      >
        {SERVICE_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </AdminSelect>
      <AdminSelect label="Group on the website" required {...field('public_group')}>
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
        hint={shown && unseenPriceHint(shown, cents ?? 0, typed.price_text)}
        {...field('price')}
      />
      <AdminField
        label="Duration (minutes)"
        type="number"
        required
        min={15}
        step={15}
        inputMode="numeric"
        {...field('duration')}
      />
      <fieldset className="grid gap-x-4 gap-y-3 sm:col-span-2 sm:grid-cols-2">
        <legend className="mb-2 text-sm text-stone">
          While color sets, others can be booked in. Leave both empty if the stylist is needed all the time.
        </legend>
        <AdminField label="Stylist free after (minutes)" {...GAP_FIELD} {...field('free_after')} />
        <AdminField label="Free for (minutes)" {...GAP_FIELD} {...field('free_for')} />
        {!form.errorOf('free_after') && !form.errorOf('free_for') && (
          <GapPicture duration={Number(typed.duration)} gap={gapOf(typed)} />
        )}
      </fieldset>
      <AdminField
        label="Price text"
        className="sm:col-span-2"
        placeholder="Price Varies"
        autoComplete="off"
        hint={shown && priceHint(shown, cents ?? 0)}
        {...field('price_text')}
      />
      <Choice type="checkbox" {...field('active')} className="sm:col-span-2">
        <span>
          <span className="font-medium">Active</span>{' '}
          <span className="text-stone">· visitors can book it online</span>
        </span>
      </Choice>
    </FormDialog>
  );
}

/** Said of a price that visitors don't see, since they see the price text. */
const unseenPriceHint = (
  { words, isOnMenu }: NonNullable<ReturnType<NonNullable<ReturnType<typeof useShownPrice>>>>,
  cents: number,
  priceText: string,
) =>
  cents > 0 && priceText.trim() !== '' && !isOnMenu
    ? `Visitors see “${words}”, the price text below, and not this price.`
    : undefined;

function priceHint(
  { words, isOnMenu }: ReturnType<NonNullable<ReturnType<typeof useShownPrice>>>,
  cents: number,
) {
  if (!isOnMenu) return `Visitors see “${words}”.`;
  const menu = cents > 0 ? 'so the price above is shown' : 'whose price is shown until there is one above';
  return `Visitors see “${words}”. This service is on the price menu (Settings, Prices), ${menu}. A price text is shown only for services that aren’t on it.`;
}
