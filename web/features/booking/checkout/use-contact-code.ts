import { useEffect, useRef, useState } from 'react';
import type { CreateBooking } from '../../../../src/contracts/bookings/bookings.ts';
import type { ContactCode } from '../../../../src/contracts/problem.ts';
import type { ApiError } from '../../../api.ts';
import { parkAttempt, resumeAttempt } from '../wizard/booking-attempts.ts';
import { useWizard } from '../wizard/store.ts';
import { type CodeAnswer, type CodeStep, GivenUp } from './send-booking.ts';

/** The state of the panel that asks for a code. */
export interface AskedCode {
  readonly code: ContactCode;
  /** Why the last step failed. */
  readonly trouble: string | null;
  readonly isBusy: boolean;
  /** Counts the rounds, each of which starts with an empty field. */
  readonly round: number;
}

interface Waiting {
  readonly request: CreateBooking;
  readonly resolve: (answer: CodeAnswer) => void;
  readonly reject: (reason: GivenUp) => void;
}

/**
 * Asks the visitor for a code during a booking. The code belongs to the request's idempotency key, so the request keeps that key,
 * even after a reload. Until the visitor continues, the request counts as refused.
 *
 * @param renewHold holds the chosen time again, for as long as the code is valid; false if the visitor has to choose another time
 */
export function useContactCode(renewHold: () => Promise<boolean>) {
  const [asked, setAsked] = useState<AskedCode | null>(null);
  const waiting = useRef<Waiting | null>(null);

  // Going to another step gives up the booking.
  useEffect(() => () => waiting.current?.reject(new GivenUp()), []);

  const askForCode = (error: ApiError, request: CreateBooking): Promise<CodeAnswer> => {
    parkAttempt();
    setAsked((before) => ({
      code: error.contactCode ?? before?.code ?? { by: [], sent: null },
      trouble: error.code === 'code-required' ? null : error.message,
      isBusy: false,
      round: (before?.round ?? 0) + 1,
    }));
    return new Promise((resolve, reject) => {
      waiting.current = { request, resolve, reject };
    });
  };

  async function take(step: CodeStep) {
    const now = waiting.current;
    if (!now) return;
    waiting.current = null;
    setAsked((before) => before && { ...before, isBusy: true });
    if ('by' in step && !(await renewHold())) return now.reject(new GivenUp());
    const body = { ...now.request, hold_id: useWizard.getState().hold?.id };
    resumeAttempt(JSON.stringify(body));
    now.resolve({ step, body });
  }

  return {
    asked,
    askForCode,
    sendCode: (by: ContactCode['by'][number]) => take({ by }),
    answerCode: (code: string) => take({ code }),
    giveUp: () => waiting.current?.reject(new GivenUp()),
    /** Called when the booking has ended, with any outcome. */
    close: () => setAsked(null),
  };
}
