import { useCallback, useState } from 'react';
import type { AffectedAppointments } from '../../../../src/contracts/affected-appointments.ts';
import { minutesOf } from '../../../../src/salon/time-text.ts';
import { AdminButton } from '../../../admin/ui/button.tsx';
import { Dialog } from '../../../admin/ui/dialog.tsx';
import { ApiError } from '../../../api.ts';
import type { Acknowledged } from './commands.ts';
import { momentOf } from './plan/words.ts';

/** What staff are about to do: `Delete Saturdays 9 AM – 7 PM?`, and the word on its button: `Delete`. */
export interface Deed {
  readonly question: string;
  readonly verb: string;
}

interface Question {
  readonly deed: Deed;
  readonly affected: AffectedAppointments;
  readonly answer: (goesOn: boolean) => void;
}

/**
 * For changes that leave appointments where the public can't book: the server names them, staff look at the list, and the same
 * change is sent once more.
 */
export function useAcknowledged() {
  const [question, setQuestion] = useState<Question | null>(null);

  const run = useCallback(
    /** Resolves with null when staff think better of it. */
    async <Answer,>(
      deed: Deed,
      send: (acknowledged: Acknowledged) => Promise<Answer>,
    ): Promise<Answer | null> => {
      try {
        return await send({});
      } catch (error) {
        if (!(error instanceof ApiError) || !error.affected) throw error;
        const { affected } = error;
        const goesOn = await new Promise<boolean>((answer) => setQuestion({ deed, affected, answer }));
        setQuestion(null);
        return goesOn ? send({ acknowledged: 'true' }) : null;
      }
    },
    [],
  );

  return { run, dialog: question && <AffectedDialog {...question} /> };
}

function AffectedDialog({ deed, affected: { total, appointments }, answer }: Question) {
  const others = total - appointments.length;
  return (
    <Dialog
      title={deed.question}
      description={`${total === 1 ? 'An appointment stays where it is' : `${total} appointments stay where they are`}, outside the hours that can be booked.`}
      width="narrow"
      onClose={() => answer(false)}
      footer={
        <>
          <AdminButton onClick={() => answer(false)}>Change nothing</AdminButton>
          <AdminButton look="primary" onClick={() => answer(true)}>
            {deed.verb} and keep {total === 1 ? 'the appointment' : `${total} appointments`}
          </AdminButton>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {appointments.map(({ id, customer_name, appointment_date, appointment_time, status }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="font-medium">{customer_name ?? 'Erased customer'}</span>
            <span className="text-stone tabular-nums">
              {momentOf(appointment_date, minutesOf(appointment_time))} · {status}
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="pt-2 text-stone">and {others} more</p>}
    </Dialog>
  );
}
