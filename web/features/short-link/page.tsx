import { LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { getShortLink } from '../../../src/contracts/bookings/bookings.ts';
import { ApiError, call } from '../../api.ts';
import { PrivateMetadata } from '../../salon/page/private-metadata.tsx';
import { toastErrorBeforeLeaving } from '../../ui/toast/toast.tsx';

/** Redirects the short link of an SMS to the appointment's private page. The token doesn't appear in any address. */
export function ShortLinkPage() {
  const { shortCode = '' } = useParams();
  const navigate = useNavigate();

  useEffect(() => {
    const controller = new AbortController();
    call(getShortLink, { query: { code: shortCode }, signal: controller.signal }).then(
      ({ booking_id, management_token }) =>
        navigate(`/booking/${booking_id}/manage`, { replace: true, state: { token: management_token } }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof ApiError && error.status < 429) {
          toastErrorBeforeLeaving('Invalid Link', 'This booking link is not valid or has expired.');
        } else {
          toastErrorBeforeLeaving('Error', 'Failed to load booking. Please try again.');
        }
        navigate('/', { replace: true });
      },
    );
    return () => controller.abort();
  }, [shortCode, navigate]);

  return (
    <div role="status" className="flex min-h-svh flex-col items-center justify-center gap-4">
      <PrivateMetadata title="Your appointment" />
      <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-brass" />
      <h1 className="font-sans text-lg text-stone">Redirecting...</h1>
    </div>
  );
}
