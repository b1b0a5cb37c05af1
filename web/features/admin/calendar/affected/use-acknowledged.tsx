import { useCallback, useState } from 'react';
import type { AffectedAppointments } from '../../../../../src/contracts/bookings/affected-appointments.ts';
import { ApiError } from '../../../../api.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import type { Acknowledged } from '../server/commands.ts';
import type { Deed } from './deed.ts';

/** Loaded with the first change that there are appointments against. */
const AffectedDialog = lazyPart(async () => (await import('./affected-dialog.tsx')).AffectedDialog);

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

  /** Shows the appointments; resolves with whether staff go on all the same. */
  const ask = useCallback(async (deed: Deed, affected: AffectedAppointments): Promise<boolean> => {
    const goesOn = await new Promise<boolean>((answer) => setQuestion({ deed, affected, answer }));
    setQuestion(null);
    return goesOn;
  }, []);

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
        return (await ask(deed, error.affected)) ? send({ acknowledged: 'true' }) : null;
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
