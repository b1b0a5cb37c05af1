import { useCallback, useState } from 'react';
import type { AffectedAppointments } from '../../../../src/contracts/bookings/affected-appointments.ts';
import { ApiError } from '../../../api.ts';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import type { StaffChange } from './affected-dialog.tsx';

/** Loaded with the first change that affects appointments. */
const AffectedDialog = lazyPart(async () => (await import('./affected-dialog.tsx')).AffectedDialog);

/** Set once staff have seen which appointments are affected by a change. */
export interface Acknowledged {
  readonly acknowledged?: 'true' | undefined;
}

/** A request that may be about several days. */
export interface ForDays extends Acknowledged {
  /** Tells it from later ones of the same content, since it keeps its key until all its days are done. */
  readonly attempt: string;
}

interface Question {
  readonly change: StaffChange;
  readonly affected: AffectedAppointments;
  readonly answer: (goesOn: boolean) => void;
}

/**
 * For changes that leave existing appointments at times that the public can no longer book. The server first refuses and lists the
 * appointments; if staff confirm, the same change is sent again.
 */
export function useAcknowledged() {
  const [question, setQuestion] = useState<Question | null>(null);

  /** Shows the appointments; resolves with whether staff make the change anyway. */
  const ask = useCallback(async (change: StaffChange, affected: AffectedAppointments): Promise<boolean> => {
    const goesOn = await new Promise<boolean>((answer) => setQuestion({ change, affected, answer }));
    setQuestion(null);
    return goesOn;
  }, []);

  const run = useCallback(
    /** Resolves with null when staff change their minds. */
    async <Answer,>(
      change: StaffChange,
      send: (acknowledged: Acknowledged) => Promise<Answer>,
    ): Promise<Answer | null> => {
      try {
        return await send({});
      } catch (error) {
        if (!(error instanceof ApiError) || !error.affected) throw error;
        return (await ask(change, error.affected)) ? send({ acknowledged: 'true' }) : null;
      }
    },
    [ask],
  );

  return {
    ask,
    run,
    dialog: question && <AffectedDialog {...question} onFailed={() => question.answer(false)} />,
  };
}
