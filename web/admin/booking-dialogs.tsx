import { type ComponentProps, useCallback, useState } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { TypedAhead } from './ui/dialog/typed-ahead.tsx';

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

const LazyBookAgain = lazyPart(
  async () => (await import('./bookings/new/book-again-dialog.tsx')).BookAgainDialog,
);

export const Details = (props: ComponentProps<typeof LazyDetails>) => (
  <LazyDetails {...props} onFailed={props.onClose} />
);

export function Question(props: Omit<ComponentProps<typeof LazyQuestion>, 'typedAhead'>) {
  const [typedAhead, setTypedAhead] = useState('');
  const keep = useCallback((digit: string) => setTypedAhead((digits) => digits + digit), []);
  return (
    <LazyQuestion
      {...props}
      typedAhead={typedAhead}
      fallback={<TypedAhead onType={keep} />}
      onFailed={props.onClose}
    />
  );
}

export const NewBooking = (props: ComponentProps<typeof LazyNewBooking>) => (
  <LazyNewBooking {...props} onFailed={props.onClose} />
);

export const BookAgain = (props: ComponentProps<typeof LazyBookAgain>) => (
  <LazyBookAgain {...props} onFailed={props.onClose} />
);
