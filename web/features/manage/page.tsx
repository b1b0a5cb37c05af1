import { useEffect, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { getManagedBooking } from '../../../src/contracts/bookings/manage.ts';
import { PositionField } from '../../../src/contracts/fields.ts';
import { ApiError, call } from '../../api.ts';
import { BeingRecorded, isBeingRecorded, NotShownYet, onceRecorded } from '../../salon/being-recorded.tsx';
import { CallButton } from '../../salon/call-button.tsx';
import { PrivateMetadata } from '../../salon/page/private-metadata.tsx';
import { useFocusWhenLoaded } from '../../salon/page/use-focus-when-loaded.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { useQuery } from '../../ui/query/use-query.ts';
import { StatusPage } from '../../ui/status-page.tsx';
import { toastError } from '../../ui/toast/toast.tsx';
import { Appointment } from './appointment.tsx';
import { type PrivateLink, showShortLink } from './private-link.ts';

const NavigationState = z.object({
  /** The log's position after a booking that was just made. */
  after: PositionField.optional(),
  /** The token that the short link gave. */
  token: z.string().optional(),
});

/** The private page of one appointment, at both of its addresses. */
export function ManagePage() {
  const { id, token: tokenInPath } = useParams();
  const [query] = useSearchParams();
  const { data: state } = NavigationState.safeParse(useLocation().state);
  const token = tokenInPath ?? query.get('token') ?? state?.token ?? '';
  return (
    <>
      <PrivateMetadata title="Manage your appointment" />
      {token ? (
        <Managed key={token} link={{ token, bookingId: id }} bookedAt={state?.after} />
      ) : (
        <InvalidLink />
      )}
    </>
  );
}

function Managed({ link, bookedAt }: { link: PrivateLink; bookedAt: string | undefined }) {
  // The log's position after the last change made here: the data loaded next must include that change.
  const [changedAt, setChangedAt] = useState<string>();
  const after = changedAt ?? bookedAt;
  const { token, bookingId: booking_id } = link;
  const [isWaiting, setWaiting] = useState(false);
  const view = useQuery(`${booking_id} ${token} ${after}`, (signal) =>
    onceRecorded(
      () => call(getManagedBooking, { token, query: { booking_id, after }, signal }),
      () => setWaiting(true),
      signal,
    ),
  );
  const shortCode = view.status === 'ready' ? view.data.short_code : undefined;
  useEffect(() => {
    if (shortCode !== undefined) showShortLink(shortCode);
  }, [shortCode]);
  useFocusWhenLoaded(view.status);
  switch (view.status) {
    case 'loading':
      return isWaiting ? <BeingRecorded /> : <Loading />;
    case 'failed':
      if (isBeingRecorded(view.error)) return <NotShownYet onRetry={view.reload} />;
      // Trying again makes no sense when the link itself was refused.
      return view.error instanceof ApiError && view.error.status !== 429 ? (
        <AccessDenied />
      ) : (
        <LoadFailed onRetry={view.reload} />
      );
    case 'ready':
      return view.data.status === 'cancelled' ? (
        <Cancelled />
      ) : (
        <Appointment
          link={link}
          booking={view.data}
          justChanged={changedAt !== undefined}
          onChanged={setChangedAt}
          onRefused={view.reload}
        />
      );
    default:
      return view satisfies never;
  }
}

function Loading() {
  return (
    <div role="status" className="frame max-w-3xl space-y-6 pt-28 pb-20 lg:pt-36">
      <h1 className="font-sans text-base text-stone">Loading...</h1>
      <Skeleton className="h-11 w-80 max-w-full" />
      <Skeleton className="h-64" />
      <Skeleton className="h-12 w-72 max-w-full" />
    </div>
  );
}

const goHome = <ButtonLink to="/">Go Home</ButtonLink>;

function InvalidLink() {
  return (
    <StatusPage title="Invalid Link" actions={goHome}>
      <p>This booking link is not valid or has expired.</p>
    </StatusPage>
  );
}

function AccessDenied() {
  return (
    <StatusPage
      title="Access Denied"
      actions={
        <>
          {goHome}
          <CallButton look="outline" />
        </>
      }
    >
      <p>This link is invalid or has expired, or the booking was removed.</p>
    </StatusPage>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  useEffect(() => toastError('Error', 'Failed to load booking. Please try again.'), []);
  return (
    <div role="alert">
      <StatusPage
        title="We couldn’t load it"
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
        <p>Failed to load booking. Please try again.</p>
      </StatusPage>
    </div>
  );
}

function Cancelled() {
  return (
    <StatusPage
      title="Appointment Cancelled"
      actions={<ButtonLink to="/book-now">Book New Appointment</ButtonLink>}
    >
      <p>This appointment has already been cancelled.</p>
    </StatusPage>
  );
}
