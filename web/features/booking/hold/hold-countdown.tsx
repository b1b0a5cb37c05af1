import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { HOLD_MINUTES } from '../../../../src/contracts/bookings/holds.ts';
import { Callout } from '../../../ui/callout.tsx';
import { useWizard } from '../wizard/store.ts';

/** Seconds left of the hold, 0 once it has expired; null when there is none. */
function useSecondsHeld(): number | null {
  const until = useWizard(({ hold }) => hold?.until ?? null);
  const [, tick] = useState(0);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Screen readers announce every change of this text, so it changes four times: at the start, twice later, at the end. */
function spoken(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds === 0) return 'Your time is no longer held, but perhaps still free.';
  if (seconds <= 60) return 'Your time is held for one more minute.';
  if (seconds <= 120) return 'Your time is held for two more minutes.';
  return `Your time is held for ${HOLD_MINUTES} minutes.`;
}

/** One line above the button. Its space is reserved while there is no hold, so that nothing moves. */
export function HoldCountdown() {
  const seconds = useSecondsHeld();
  return (
    <div className="mb-3 min-h-6 text-sm text-stone max-lg:short:mb-0">
      {seconds !== null && (
        <p role="timer" className="flex animate-enter items-center gap-2">
          <Hourglass aria-hidden="true" className="size-4 shrink-0 text-brass" />
          {seconds > 0 ? (
            <span>
              Held for you for <span className="font-medium text-ink tabular-nums">{clock(seconds)}</span>
            </span>
          ) : (
            'No longer held, perhaps still free'
          )}
        </p>
      )}
      <p className="sr-only" role="status">
        {spoken(seconds)}
      </p>
    </div>
  );
}

/** Explains what an expired hold means. */
export function HoldExpired() {
  const seconds = useSecondsHeld();
  const time = useWizard((wizard) => wizard.time);
  if (seconds !== 0) return null;
  return (
    <Callout>
      The {HOLD_MINUTES} minutes for which we could hold {time} are over. It may well still be free: finish
      when you are ready, and we’ll try to get it for you. Nothing you typed is lost.
    </Callout>
  );
}
