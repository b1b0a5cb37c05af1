import { formatLongDate } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { useMay } from '../../data/role.ts';
import { HistoryList } from '../../history/history-list.tsx';
import { HISTORY_PARAMETER } from '../../history/history-parameter.ts';
import { DAY_HISTORY, HOURS_HISTORY } from '../../history/queries.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { RowMenu } from '../../ui/menu/row-menu.tsx';

/** A menu with the histories of the day and of the weekly hours, which have their own addresses. */
export function HistoryMenu() {
  const [, changeAddress] = useAddressQuery();
  const may = useMay();
  if (!may('desk')) return null;
  const open = (of: 'day' | 'hours') => () => changeAddress((next) => next.set(HISTORY_PARAMETER, of));
  return (
    <RowMenu
      label="More about this day"
      actions={[
        { label: 'History of this day', onChoose: open('day') },
        { label: 'History of the hours', onChoose: open('hours') },
      ]}
    />
  );
}

/** The history of the shown day or of the weekly hours, if the address says that it is open. */
export function OpenHistory({ date }: { date: SalonDate }) {
  const [address, changeAddress] = useAddressQuery();
  const of = address.get(HISTORY_PARAMETER);
  if (of !== 'day' && of !== 'hours') return null;
  const close = () => changeAddress((next) => next.delete(HISTORY_PARAMETER), { replace: true });
  return <HistoryDialog of={of} date={date} onClose={close} />;
}

function HistoryDialog({ of, date, onClose }: { of: 'day' | 'hours'; date: SalonDate; onClose: () => void }) {
  return of === 'day' ? (
    <Dialog title={`History of ${formatLongDate(date)}`} onClose={onClose}>
      <HistoryList query={DAY_HISTORY} id={date} day={date} />
    </Dialog>
  ) : (
    <Dialog title="History of the hours" onClose={onClose}>
      <HistoryList query={HOURS_HISTORY} id="week" />
    </Dialog>
  );
}
