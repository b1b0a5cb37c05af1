import { LoaderCircle } from 'lucide-react';
import { ApiError } from '../api.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { StatusPage } from '../ui/status-page.tsx';
import { CallButton } from './call-button.tsx';

const AGAIN_AFTER_MS = 2_000;
/** A forgotten transaction ends after 30 s, and the server itself waits a little each time. */
const MOST_TRIES = 20;

/** Whether the server says that a booking is recorded and can't be shown yet. */
export const isBeingRecorded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'booking-being-recorded';

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Asks again for about a minute while the booking is being recorded.
 *
 * @param onWait called before each further try
 * @throws what the last try failed with
 */
export async function onceRecorded<T>(
  ask: () => Promise<T>,
  onWait: () => void,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isBeingRecorded(error) || tries === MOST_TRIES) throw error;
      onWait();
      await pause(AGAIN_AFTER_MS, signal);
      signal.throwIfAborted();
    }
  }
}

/** Shown while `onceRecorded` waits. */
export function BeingRecorded() {
  return (
    <div role="status" className="flex min-h-svh flex-col items-center justify-center gap-4 px-6 text-center">
      <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-brass" />
      <h1 className="font-sans text-lg">We’re just recording your booking</h1>
      <p className="max-w-md text-stone">It appears here by itself in a moment.</p>
    </div>
  );
}

/** Shown once `onceRecorded` has given up. */
export function NotShownYet({ onRetry }: { onRetry: () => void }) {
  return (
    <StatusPage
      title="We can’t show it yet"
      actions={
        <>
          <Button onClick={onRetry}>Try again</Button>
          <ButtonLink to="/" look="outline">
            Go Home
          </ButtonLink>
          <CallButton look="outline" />
        </>
      }
    >
      <p>
        Recording bookings takes longer than usual. Your link stays valid: please open it again in a few
        minutes, or call us.
      </p>
    </StatusPage>
  );
}
