import type { Path } from 'react-hook-form';
import type { z } from 'zod';
import { AddStylist, type AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { Callout } from '../../ui/callout.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { SERVICES } from '../data/queries.ts';
import { stylistName } from '../data/stylist-name.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { changedFields } from '../ui/form/changed-fields.ts';
import { Choice } from '../ui/form/choice.tsx';
import { AdminField } from '../ui/form/field.tsx';
import { centsOf } from '../ui/form/typed-cents.ts';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { ADD_STYLIST, CHANGE_STYLIST } from './commands.ts';
import { ServicesField, type TypedService } from './services-field.tsx';
import { cardFields } from './stylist-text.ts';

type CardFields = z.output<typeof AddStylist>;

interface Typed {
  readonly name: string;
  readonly title: string;
  readonly services: readonly TypedService[] | null;
  readonly online: boolean;
}

const NEW_STYLIST: Typed = { name: '', title: '', services: null, online: true };

const typedOf = ({ name, title, services, online }: AdminStylist): Typed => ({
  name: name ?? '',
  title,
  services:
    services?.map(({ id, minutes, price_cents }) => ({
      id,
      minutes: minutes === undefined ? '' : String(minutes),
      price: price_cents === undefined ? '' : (price_cents / 100).toFixed(2),
    })) ?? null,
  online,
});

/** The schema refuses a text that is no length or no price. */
const requestOf = ({ services, ...typed }: Typed) => ({
  ...typed,
  services:
    services?.map(({ id, minutes, price }) => ({
      id,
      ...(minutes.trim() !== '' && { minutes: Number(minutes) }),
      ...(price.trim() !== '' && { price_cents: centsOf(price) }),
    })) ?? null,
});

/**
 * Adds or edits a stylist. If somebody else changes them in the meantime, saving says so, and what was typed stays.
 *
 * @param opened as they were when the dialog was opened; undefined for a new one
 * @param current as they are now; undefined for a new one
 * @param isAlone whether the salon has one stylist: then a second one makes a team, and of the first one only the name is asked
 */
export function StylistDialog({
  opened,
  current,
  isAlone,
  onClose,
}: {
  opened: AdminStylist | undefined;
  current: AdminStylist | undefined;
  isAlone: boolean;
  onClose: () => void;
}) {
  const catalogue = useAdminQuery(SERVICES, 'all').data ?? [];
  const add = useCommand(ADD_STYLIST);
  const change = useCommand(CHANGE_STYLIST);
  const { undoButton } = useEventUndo();
  const form = useAdminForm({
    values: opened ? typedOf(opened) : NEW_STYLIST,
    schema: AddStylist,
    toRequest: requestOf,
    send: save,
    onFailure: (error) => isConflict(error) || toastFailure(error),
  });
  const { base, version, isConflict, callout } = useConflict({
    opened,
    current,
    fields: cardFields(catalogue),
    onTakeTheirs: (theirs) => (theirs ? form.reset(typedOf(theirs)) : onClose()),
  });
  const { field, typed } = form;

  async function save(card: CardFields) {
    if (base) {
      const { name, title, services, online } = base;
      const changes = changedFields<CardFields>({ name: name ?? '', title, services, online }, card);
      if (Object.keys(changes).length > 0) {
        const answer = await change.send({ id: base.id, changes }, version);
        toastSuccess('Stylist changed', undefined, undoButton('settings', 'team', answer));
      }
    } else {
      await add.send(card);
      toastSuccess('Stylist added', card.online ? 'Visitors can book them within moments.' : undefined);
    }
    onClose();
  }

  return (
    <FormDialog
      title={opened ? `Edit ${stylistName(opened)}` : 'Add a stylist'}
      save={opened ? 'Save changes' : 'Add stylist'}
      form={form}
      discard={opened ? 'Discard these changes?' : 'Discard this stylist?'}
      formClass="grid gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      {callout && <div className="sm:col-span-2">{callout}</div>}
      {!opened && isAlone && (
        <div className="sm:col-span-2">
          <Callout>
            After this, earlier versions of this program, which know of no teams, can’t read the salon’s data
            any more: only a backup from before could be opened with them. If the program runs on several
            machines, update all of them first.
          </Callout>
        </div>
      )}
      <AdminField label="Name" required autoComplete="off" {...field('name')} />
      <AdminField label="Title" autoComplete="off" placeholder="Color specialist" {...field('title')} />
      {!(opened && isAlone) && (
        <>
          <ServicesField
            catalogue={catalogue}
            chosen={typed.services}
            errorOf={(path) => form.errorOf(path as Path<Typed>)}
            onChange={(services) => form.change({ services })}
          />
          <Choice type="checkbox" className="sm:col-span-2" {...field('online')}>
            <span>
              <span className="font-medium">Bookable online</span>{' '}
              <span className="text-stone">· otherwise only staff book them</span>
            </span>
          </Choice>
        </>
      )}
    </FormDialog>
  );
}
