import { type ComponentProps, useEffect, useLayoutEffect } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { dropTyped, keepTyped } from './ui/shortcuts/typed-ahead.ts';

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

export function Question(props: ComponentProps<typeof LazyQuestion>) {
  // It may be closed before it is there.
  useEffect(() => dropTyped, []);
  return (
    <LazyQuestion
      {...props}
      fallback={props.question.about === 'complete' && <TypedAhead />}
      onFailed={props.onClose}
    />
  );
}

/** Stands for the dialog that asks for an amount while its code is loading. */
function TypedAhead() {
  // At once, so that no key comes between.
  useLayoutEffect(keepTyped, []);
  return null;
}

export const NewBooking = (props: ComponentProps<typeof LazyNewBooking>) => (
  <LazyNewBooking {...props} onFailed={props.onClose} />
);

export const BookAgain = (props: ComponentProps<typeof LazyBookAgain>) => (
  <LazyBookAgain {...props} onFailed={props.onClose} />
);
