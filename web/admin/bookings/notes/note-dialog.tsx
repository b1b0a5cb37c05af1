import { useState } from 'react';
import type { HistoryEntry } from '../../../../src/contracts/customers/visits.ts';
import { roomFor } from '../../../../src/salon/characters.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { AdminTextArea } from '../../ui/form/field.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { servicesText, whenText } from '../booking-text.ts';
import { NOTE_VISIT, notePatches } from './note-visit.ts';

const MOST_LETTERS = 2000;

/** Notes a visit. If somebody else changes the note meanwhile, it says so, and what was typed stays. */
export function NoteDialog({
  visit,
  onClose,
}: {
  /** As it is now. */
  visit: Pick<HistoryEntry, 'id' | 'appointment_date' | 'appointment_time' | 'visit_note'> & {
    readonly services: readonly { readonly name: string }[];
  };
  onClose: () => void;
}) {
  const today = useSalonToday();
  const { send, busy } = useCommand(NOTE_VISIT);
  const { undoButton } = useEventUndo();
  const current = visit.visit_note ?? '';
  /** The note that was there when what is typed was begun. */
  const [base, setBase] = useState(current);
  const [text, setText] = useState(current);
  const isTouched = text.trim() !== base;
  const isTheirs = current !== base && current !== text.trim() && !busy;
  const { leave, question } = useDiscardQuestion({ title: 'Discard this note?', isTouched, onClose });

  async function save() {
    if (busy) return;
    if (!isTouched && !isTheirs) return onClose();
    try {
      const answer = await send({ id: visit.id, text });
      onClose();
      toastSuccess(
        text.trim() === '' ? 'Visit note removed' : 'Visit note saved',
        undefined,
        undoButton('booking', visit.id, answer, notePatches({ id: visit.id, text: current })),
      );
    } catch (error) {
      toastFailure(error, 'Failed to save the visit note');
    }
  }

  return (
    <FormDialog
      title="Visit note"
      description={`${whenText(visit, today)} · ${servicesText(visit)}`}
      focusesOnTouch
      save="Save"
      busy={busy}
      onSave={save}
      onClose={leave}
      below={question}
    >
      {isTheirs && (
        <ConflictNotice
          changes={[]}
          differences={[{ label: 'Note', before: base, now: current }]}
          onTakeTheirs={() => {
            setBase(current);
            setText(current);
          }}
        />
      )}
      <AdminTextArea
        label="What was done"
        hint="The color formula, times, what to do next time. Only staff see it. It is erased with the customer."
        rows={6}
        maxLength={roomFor(MOST_LETTERS)}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
