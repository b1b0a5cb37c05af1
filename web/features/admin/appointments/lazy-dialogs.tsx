import { type ComponentProps, lazy, Suspense } from 'react';
import type { DetailsDialog } from './details/details-dialog.tsx';
import type { AskedDialog } from './dialogs/asked.tsx';
import type { NewBookingFor } from './new/new-booking-for.tsx';

/** The dialogs, each loaded when it is first opened. */

const LazyDetails = lazy(async () => ({
  default: (await import('./details/details-dialog.tsx')).DetailsDialog,
}));
const LazyAsked = lazy(async () => ({ default: (await import('./dialogs/asked.tsx')).AskedDialog }));
const LazyNewBooking = lazy(async () => ({
  default: (await import('./new/new-booking-for.tsx')).NewBookingFor,
}));

export const Details = (props: ComponentProps<typeof DetailsDialog>) => (
  <Suspense>
    <LazyDetails {...props} />
  </Suspense>
);

export const Question = (props: ComponentProps<typeof AskedDialog>) => (
  <Suspense>
    <LazyAsked {...props} />
  </Suspense>
);

export const NewBooking = (props: ComponentProps<typeof NewBookingFor>) => (
  <Suspense>
    <LazyNewBooking {...props} />
  </Suspense>
);
