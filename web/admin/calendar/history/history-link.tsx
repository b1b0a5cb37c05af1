import { Link, useSearchParams } from 'react-router-dom';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { HISTORY_PARAMETER } from '../../history/history-parameter.ts';

/** Loaded with the first history that is opened. */
const HistoryDialog = lazyPart(async () => (await import('./history-dialog.tsx')).HistoryDialog);

/** A link to a history, which has its own address. */
export function HistoryLink({ of, children }: { of: 'day' | 'hours'; children: string }) {
  const [address] = useSearchParams();
  const to = new URLSearchParams(address);
  to.set(HISTORY_PARAMETER, of);
  return (
    <Link
      to={`?${to}`}
      className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}

/** The history of the shown day or of the weekly hours, if the address says that it is open. */
export function OpenHistory({ date }: { date: SalonDate }) {
  const [address, changeAddress] = useAddressQuery();
  const of = address.get(HISTORY_PARAMETER);
  if (of !== 'day' && of !== 'hours') return null;
  const close = () => changeAddress((next) => next.delete(HISTORY_PARAMETER), { replace: true });
  return <HistoryDialog of={of} date={date} onClose={close} onFailed={close} />;
}
