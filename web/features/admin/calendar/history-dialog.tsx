import { Link, useSearchParams } from 'react-router-dom';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { HistoryList } from '../../../admin/history/history-list.tsx';
import { HISTORY_PARAMETER } from '../../../admin/history/history-section.tsx';
import { DAY_HISTORY, HOURS_HISTORY } from '../../../admin/history/queries.ts';
import { Dialog } from '../../../admin/ui/dialog.tsx';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { longDay } from './plan/words.ts';

/** Leads to a history, at an address of its own. */
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

/** What happened on the day that is shown, or to the weekly hours, if the address says so. */
export function HistoryDialog({ date }: { date: SalonDate }) {
  const [address, changeAddress] = useAddressQuery();
  const of = address.get(HISTORY_PARAMETER);
  const close = () => changeAddress((next) => next.delete(HISTORY_PARAMETER), { replace: true });
  if (of === 'day') {
    return (
      <Dialog title={`History of ${longDay(date)}`} onClose={close}>
        <HistoryList query={DAY_HISTORY} id={date} />
      </Dialog>
    );
  }
  if (of === 'hours') {
    return (
      <Dialog title="History of the hours" onClose={close}>
        <HistoryList query={HOURS_HISTORY} id="week" />
      </Dialog>
    );
  }
  return null;
}
