import { type ReactNode, useEffect, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { dropDraft, keepDraft, keptDraft } from '../../ui/drafts/drafts.ts';
import type { TypedBooking } from './new-booking-form.ts';
import { useNewBooking } from './use-new-booking.ts';

const NAME = 'new-booking put aside';

/** Keeps a booking that isn't finished, for example for a phone call. The last one is kept. */
export function putAside(typed: TypedBooking): void {
  keepDraft(NAME, typed);
  const name = typed.name.trim();
  toastSuccess('Booking put aside', [...(name ? [name] : []), '“Add Booking” offers to go on with it.']);
}

const kept = () => keptDraft(NAME) as TypedBooking | undefined;

/** Offers to go on with the booking that was put aside, if there is one. @param isEmpty nothing else was entered meanwhile */
export function usePutAside(isEmpty: boolean, onGoOn: (typed: TypedBooking) => void): ReactNode {
  const [typed] = useState(kept);
  if (!typed || !isEmpty) return null;
  const goOn = () => {
    dropDraft(NAME);
    onGoOn(typed);
  };
  return <Offer typed={typed} onGoOn={goOn} />;
}

/** What the dialog begins with if staff go on with the booking that was put aside. */
export function useTakenUp(isGoingOn: boolean): TypedBooking | undefined {
  const [typed] = useState(() => (isGoingOn ? kept() : undefined));
  useEffect(() => {
    if (typed) dropDraft(NAME);
  }, [typed]);
  return typed;
}

/** Offers on a customer's card to go on with their booking, if it was put aside. */
export function PutAsideFor({ customerId }: { customerId: string }) {
  const { begin } = useNewBooking();
  const typed = kept();
  if (typed?.customerId !== customerId) return null;
  return <Offer typed={typed} onGoOn={() => begin({ customerId, isGoingOn: true })} />;
}

function Offer({ typed, onGoOn }: { typed: TypedBooking; onGoOn: () => void }) {
  const name = typed.name.trim();
  return (
    <Notice actions={<AdminButton onClick={onGoOn}>Go on with what you entered</AdminButton>}>
      A booking{name && ` for ${name}`} was put aside.
    </Notice>
  );
}
