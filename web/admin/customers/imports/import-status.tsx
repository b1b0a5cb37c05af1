import { Link } from 'react-router-dom';
import {
  type ImportStatus,
  MOST_REMARKS,
  type RemarkOnLine,
} from '../../../../src/contracts/customers/imports.ts';
import { Callout } from '../../../ui/callout.tsx';
import { PROFILE } from '../../data/queries.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { countText } from '../../ui/number-text.ts';
import { Progress } from '../../ui/page/progress.tsx';
import { NotTaken } from './not-taken.tsx';
import { LINE_PROBLEMS, remarkText } from './texts.ts';

/** How many lines are listed; the file has the others. */
const MOST_LINES = 100;
/** How many of the customers who were kept are named. */
const MOST_NAMED = 20;

/** How an import stands: its progress, what it has brought, and the lines that it hasn't. */
export function ImportProgress({ status }: { status: ImportStatus }) {
  const { id, rows, done, imported, known, not_taken, refused, remarks, empty } = status;
  if (status.status === 'open')
    return (
      <div aria-live="polite" className="space-y-2">
        <Progress label={`${done} of ${countText(rows, 'row')}`} done={done} total={rows} />
        <p className="text-stone">This goes on if you close the window.</p>
      </div>
    );
  return (
    <div className="space-y-4">
      {status.status === 'undone' ? (
        <Undone status={status} />
      ) : (
        <p aria-live="polite">
          {countText(rows + empty, 'line')}: {countText(imported, 'new customer')}
          {known.length > 0 && `, ${known.length} known already`}
          {not_taken.length > 0 && `, ${not_taken.length} not taken`}
          {refused.length > 0 && `, ${refused.length} refused`}
          {empty > 0 && `, ${empty} empty`}.
        </p>
      )}
      {status.status === 'finished' && <NotTaken importId={id} lines={not_taken} />}
      <Lines title="Refused" lines={refused.map(({ line, problem }) => [line, LINE_PROBLEMS[problem]])} />
      <Lines
        title="Known already"
        lines={known.map(({ line, as }) => [
          line,
          as === null ? 'Is a customer already.' : `Is the same person as line ${as}.`,
        ])}
      />
      <Remarks remarks={remarks} />
    </div>
  );
}

function Undone({ status: { imported, kept } }: { status: ImportStatus }) {
  if (!kept) return <p aria-live="polite">The import is being undone...</p>;
  return (
    <div aria-live="polite">
      <p>
        The import was undone.
        {imported > kept.length && ` ${countText(imported - kept.length, 'customer')} removed.`}
      </p>
      {kept.length > 0 && (
        <Callout>
          <p>
            {countText(kept.length, 'customer')} {kept.length === 1 ? 'stays' : 'stay'}: since the import they
            got an appointment, or were changed or merged.
          </p>
          <ul className="list-disc pl-5">
            {kept.slice(0, MOST_NAMED).map((id) => (
              <Kept key={id} id={id} />
            ))}
            {kept.length > MOST_NAMED && <li>And {kept.length - MOST_NAMED} more.</li>}
          </ul>
        </Callout>
      )}
    </div>
  );
}

function Kept({ id }: { id: string }) {
  const { data: profile } = useAdminQuery(PROFILE, id);
  return (
    <li>
      <Link to={`/admin/customers?customer=${id}`} className="underline decoration-brass underline-offset-4">
        {profile?.customer.name ?? 'A customer'}
      </Link>
    </li>
  );
}

/** Cells that aren't taken as they are, whether or not their lines are imported. */
export function Remarks({ remarks }: { remarks: readonly (RemarkOnLine & { readonly text?: string })[] }) {
  const title = remarks.length < MOST_REMARKS ? 'Remarks' : 'First remarks';
  return <Lines title={title} one="remark" lines={remarks.map((of) => [of.line, remarkText(of)])} />;
}

/** Lines of the file, each with what became of it. */
export function Lines({
  title,
  one = 'row',
  lines,
}: {
  title: string;
  one?: string;
  lines: readonly (readonly [line: number, words: string, name?: string])[];
}) {
  if (lines.length === 0) return null;
  return (
    <details open={lines.length <= 5}>
      <summary className="cursor-pointer font-medium">
        {title}: {countText(lines.length, one)}
      </summary>
      <ul aria-label={title} className="mt-1">
        {lines.slice(0, MOST_LINES).map(([line, words, name]) => (
          <li key={`${line} ${words}`} className="py-0.5 wrap-anywhere">
            Line {line}
            {name && `, ${name}`}: {words}
          </li>
        ))}
        {lines.length > MOST_LINES && <li className="text-stone">And {lines.length - MOST_LINES} more.</li>}
      </ul>
    </details>
  );
}
