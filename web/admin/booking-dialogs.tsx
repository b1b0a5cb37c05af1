import { type ComponentProps, useEffect, useLayoutEffect } from 'react';
import { lazyDialog } from './ui/dialog/lazy-dialog.tsx';
import { dropTyped, keepTyped } from './ui/shortcuts/typed-ahead.ts';

/** The dialogs about appointments, each loaded when it is first opened. */

export const Details = lazyDialog(
  async () => (await import('./bookings/details/details-dialog.tsx')).DetailsDialog,
);
export const NewBooking = lazyDialog(
  async () => (await import('./bookings/new/new-booking-dialog.tsx')).NewBookingFor,
);
export const BookAgain = lazyDialog(
  async () => (await import('./bookings/new/book-again-dialog.tsx')).BookAgainDialog,
);
const LazyQuestion = lazyDialog(
  async () => (await import('./bookings/dialogs/question-dialog.tsx')).QuestionDialog,
);

export function Question(props: ComponentProps<typeof LazyQuestion>) {
  // It may be closed before it is there.
  useEffect(() => dropTyped, []);
  return <LazyQuestion {...props} fallback={props.question.about === 'complete' && <TypedAhead />} />;
}

/** Stands for the dialog that asks for an amount while its code is loading. */
function TypedAhead() {
  // At once, so that no key comes between.
  useLayoutEffect(keepTyped, []);
  return null;
}
