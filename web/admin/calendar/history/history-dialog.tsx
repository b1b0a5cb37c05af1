import { formatLongDate } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { HistoryList } from '../../history/history-list.tsx';
import { DAY_HISTORY, HOURS_HISTORY } from '../../history/queries.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';

/** What happened on a day, or to the weekly hours. */
export function HistoryDialog({
  of,
  date,
  onClose,
}: {
  of: 'day' | 'hours';
  date: SalonDate;
  onClose: () => void;
}) {
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
