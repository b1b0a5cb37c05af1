import { Link as LinkIcon, Printer } from 'lucide-react';
import { exportReport, type ReportAnswer } from '../../../../src/contracts/reports/reports.ts';
import { call } from '../../../api.ts';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { TableTools } from '../../ui/table/table-tools.tsx';
import { topicsOf } from '../data/queries.ts';
import { toMoment, type View, withParameters } from '../plan/view.ts';

/** A report as a link, on paper, and as a file. */
export function ReportTools({ answer, view }: { answer: ReportAnswer; view: View }) {
  const [query] = useAddressQuery();
  const { name, from, to, by, position } = answer;
  const { moment } = view;

  /** The link has days, grouping and position, so it always shows the same numbers. */
  async function copy() {
    const parameters = withParameters(query, {
      from,
      to,
      by,
      period: undefined,
      ...toMoment({ at: position }),
    });
    try {
      // Browsers offer the clipboard on secure origins only.
      await navigator.clipboard.writeText(
        `${window.location.origin}${window.location.pathname}?${parameters}`,
      );
      toastSuccess('Link copied', 'It opens these numbers as of this moment.');
    } catch {
      toastError('The link couldn’t be copied', 'Your browser didn’t allow it.');
    }
  }

  return (
    <div className="ml-auto flex gap-2">
      <AdminButton
        aria-label="Copy link"
        title="Copy a link to these numbers"
        className="px-2"
        onClick={copy}
      >
        <LinkIcon aria-hidden="true" className="size-4" />
      </AdminButton>
      <AdminButton aria-label="Print" title="Print" className="px-2" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
      </AdminButton>
      <TableTools
        about={topicsOf({ ...moment })}
        fileName={`${name}-${from}-${to}`}
        load={({ after, ...options }) =>
          call(exportReport, { ...options, params: { name }, query: { from, to, by, ...moment, after } })
        }
      />
    </div>
  );
}
