import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { getShortLink } from '../../../src/contracts/bookings/bookings.ts';
import { ApiError, call } from '../../api.ts';
import { BeingRecorded, isBeingRecorded, NotShownYet, onceRecorded } from '../../salon/being-recorded.tsx';
import { PrivateMetadata } from '../../salon/page/private-metadata.tsx';
import { toastErrorBeforeLeaving } from '../../ui/toast/toast.tsx';

/** Redirects the short link of an SMS to the appointment's private page. The token doesn't appear in any address. */
export function ShortLinkPage() {
  const { shortCode = '' } = useParams();
  const navigate = useNavigate();

  const [state, setState] = useState<'asking' | 'waiting' | 'given up'>('asking');
  const [tries, setTries] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each further try asks again.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = () => call(getShortLink, { query: { code: shortCode }, signal });
    onceRecorded(ask, () => setState('waiting'), signal).then(
      ({ booking_id, management_token }) =>
        navigate(`/booking/${booking_id}/manage`, { replace: true, state: { token: management_token } }),
      (error: unknown) => {
        if (signal.aborted) return;
        if (isBeingRecorded(error)) return setState('given up');
        if (error instanceof ApiError && error.status < 429) {
          toastErrorBeforeLeaving('Invalid Link', 'This booking link is not valid or has expired.');
        } else {
          toastErrorBeforeLeaving('Error', 'Failed to load booking. Please try again.');
        }
        navigate('/', { replace: true });
      },
    );
    return () => controller.abort();
  }, [shortCode, navigate, tries]);

  function retry(): void {
    setState('waiting');
    setTries((count) => count + 1);
  }

  return (
    <>
      <PrivateMetadata title="Your appointment" />
      {state === 'asking' && <Redirecting />}
      {state === 'waiting' && <BeingRecorded />}
      {state === 'given up' && <NotShownYet onRetry={retry} />}
    </>
  );
}

function Redirecting() {
  return (
    <div role="status" className="flex min-h-svh flex-col items-center justify-center gap-4">
      <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-brass" />
      <h1 className="font-sans text-lg text-stone">Redirecting...</h1>
    </div>
  );
}
