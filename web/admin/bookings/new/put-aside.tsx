import { type ReactNode, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { dropDraft, keepDraft, keptDraft } from '../../ui/drafts/drafts.ts';
import type { TypedBooking } from './new-booking-form.ts';

const NAME = 'new-booking put aside';

/** Keeps a booking that isn't finished, for example for a phone call. The last one is kept. */
export function putAside(typed: TypedBooking): void {
  keepDraft(NAME, typed);
  const name = typed.name.trim();
  toastSuccess('Booking put aside', [...(name ? [name] : []), '“Add Booking” offers to go on with it.']);
}

/** Offers to go on with the booking that was put aside, if there is one. @param isEmpty nothing else was entered meanwhile */
export function usePutAside(isEmpty: boolean, onGoOn: (typed: TypedBooking) => void): ReactNode {
  const [typed] = useState(() => keptDraft(NAME) as TypedBooking | undefined);
  if (!typed || !isEmpty) return null;
  const goOn = () => {
    dropDraft(NAME);
    onGoOn(typed);
  };
  return (
    <Notice actions={<AdminButton onClick={goOn}>Go on with what you entered</AdminButton>}>
      A booking{typed.name.trim() && ` for ${typed.name.trim()}`} was put aside.
    </Notice>
  );
}
