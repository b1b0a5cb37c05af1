import { useState } from 'react';
import { noteVisit } from '../../../../src/contracts/bookings/visit-note.ts';
import type { CustomerBooking } from '../../../../src/contracts/customers/visits.ts';
import { roomFor } from '../../../../src/salon/characters.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { ConflictCallout } from '../../ui/conflict-callout.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { AdminTextArea } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { servicesText, whenText } from '../booking-text.ts';
import { NOTE_VISIT } from '../commands.ts';

const MOST_LETTERS = 2000;

/** Notes a visit. If somebody else changes the note meanwhile, it says so, and what was typed stays. */
export function NoteDialog({
  visit,
  onClose,
}: {
  /** The note as it is now. */
  visit: Pick<CustomerBooking, 'id' | 'appointment_date' | 'appointment_time' | 'visit_note'> & {
    readonly services: readonly { readonly name: string }[];
  };
  onClose: () => void;
}) {
  const today = useSalonToday();
  const { send } = useCommand(NOTE_VISIT);
  const { undoButton } = useEventUndo();
  const current = visit.visit_note ?? '';
  /** The note that was there when what is typed was begun. */
  const [base, setBase] = useState(current);
  const form = useAdminForm({
    values: { visit_note: current },
    schema: noteVisit.body,
    send: save,
    onFailure: (error) => toastFailure(error, 'Failed to save the visit note'),
  });
  const text = form.typed.visit_note.trim();
  const isTheirs = current !== base && current !== text && !form.pending;

  async function save(_: unknown, { visit_note }: { visit_note: string }): Promise<void> {
    if (text === base && !isTheirs) return onClose();
    const answer = await send({ id: visit.id, text: visit_note });
    onClose();
    toastSuccess(
      text === '' ? 'Visit note removed' : 'Visit note saved',
      undefined,
      undoButton('booking', visit.id, answer),
    );
  }

  return (
    <FormDialog
      title="Visit note"
      description={`${whenText(visit, today)} · ${servicesText(visit)}`}
      focusesOnTouch
      save="Save"
      form={form}
      discard="Discard this note?"
      onClose={onClose}
    >
      {isTheirs && (
        <ConflictCallout
          changes={[]}
          differences={[{ label: 'Note', before: base, now: current }]}
          onTakeTheirs={() => {
            setBase(current);
            form.reset({ visit_note: current });
          }}
        />
      )}
      <AdminTextArea
        label="What was done"
        hint="The color formula, times, what to do next time. Only staff see it. It is erased with the customer."
        rows={6}
        maxLength={roomFor(MOST_LETTERS)}
        {...form.field('visit_note')}
      />
    </FormDialog>
  );
}
