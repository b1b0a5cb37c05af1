import { useState } from 'react';
import type { AffectedBookings } from '../../../../src/contracts/bookings/affected-bookings.ts';
import { ApiError } from '../../../api.ts';
import type { AffectedAnswer, StaffChange } from './affected-dialog.tsx';
import { AffectedDialog } from './affected-dialog.tsx';

/** Set once staff have seen which appointments are affected by a change. */
export interface Acknowledged {
  readonly acknowledged?: 'true' | undefined;
}

/** A request that may be about several days. */
export interface ForDays extends Acknowledged {
  /** Distinguishes it from a later request with the same content, since a request keeps its key until all its days are done. */
  readonly nonce: string;
}

/** Makes a change, after a question if it affects appointments. Resolves with null when staff change their minds. */
export type Acknowledge = <Answer>(
  change: StaffChange,
  send: (acknowledged: Acknowledged) => Promise<Answer>,
) => Promise<Answer | null>;

interface Question {
  readonly change: StaffChange;
  readonly affected: AffectedBookings;
  readonly answer: (answer: AffectedAnswer) => void;
}

/**
 * For changes that leave existing appointments at times that the public can no longer book. The server first refuses and lists the
 * appointments; if staff confirm, the same change is sent again.
 */
export function useAcknowledged() {
  const [question, setQuestion] = useState<Question | null>(null);

  async function ask(change: StaffChange, affected: AffectedBookings) {
    const answered = await new Promise<AffectedAnswer>((answer) => setQuestion({ change, affected, answer }));
    setQuestion(null);
    return answered;
  }

  const run: Acknowledge = async (change, send) => {
    for (;;) {
      try {
        return await send({});
      } catch (error) {
        if (!(error instanceof ApiError) || !error.affected) throw error;
        const answered = await ask(change, error.affected);
        if (answered === 'stop') return null;
        if (answered === 'keep') return send({ acknowledged: 'true' });
      }
    }
  };

  return {
    run,
    dialog: question && <AffectedDialog {...question} />,
  };
}
