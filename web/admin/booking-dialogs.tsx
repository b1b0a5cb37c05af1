import type { ComponentProps } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';

/** The dialogs, each loaded when it is first opened. */

const LazyDetails = lazyPart(
  async () => (await import('./bookings/details/details-dialog.tsx')).DetailsDialog,
);
const LazyQuestion = lazyPart(
  async () => (await import('./bookings/dialogs/question-dialog.tsx')).QuestionDialog,
);
const LazyNewBooking = lazyPart(
  async () => (await import('./bookings/new/new-booking-dialog.tsx')).NewBookingFor,
);

export const Details = (props: ComponentProps<typeof LazyDetails>) => (
  <LazyDetails {...props} onFailed={props.onClose} />
);

export const Question = (props: ComponentProps<typeof LazyQuestion>) => (
  <LazyQuestion {...props} onFailed={props.onClose} />
);

export const NewBooking = (props: ComponentProps<typeof LazyNewBooking>) => (
  <LazyNewBooking {...props} onFailed={props.onClose} />
);
