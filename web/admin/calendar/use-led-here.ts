import { useEffect } from 'react';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { showStylist } from '../bookings/stylists/stylist-choice.tsx';

/** Links of other screens lead to the days of the stylist in `?of=`, and to the dialog that `?ask=` names. */
export function useLedHere(ask: Readonly<Record<string, (stylistId: string) => void>>) {
  const [query, changeQuery] = useAddressQuery();
  const stylistId = query.get('of');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialogs' functions are new in each render.
  useEffect(() => {
    if (stylistId === null) return;
    showStylist(stylistId);
    ask[query.get('ask') ?? '']?.(stylistId);
    changeQuery(
      (next) => {
        next.delete('of');
        next.delete('ask');
      },
      { replace: true },
    );
  }, [stylistId]);
}
