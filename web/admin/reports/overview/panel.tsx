import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { MissingAnswer } from './missing-answer.tsx';
import type { TwoMonths } from './two-months.ts';

/** A part of the overview, which leads to its report. It is left out if there is no such report. */
export function Panel({
  title,
  of,
  children,
}: {
  title: string;
  of: TwoMonths;
  children: (...answers: NonNullable<TwoMonths['answers']>) => ReactNode;
}) {
  const id = useId();
  const { report, answers } = of;
  if (!report) return null;
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-md border border-line bg-panel text-sm print:break-inside-avoid"
    >
      <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 print:min-h-8 print:px-2">
        <h2 id={id} className="font-sans text-sm font-semibold tracking-normal">
          {title}
        </h2>
        <Link
          to={`?report=${report.name}`}
          aria-label={`${title}: the report`}
          className="text-xs whitespace-nowrap text-stone underline-offset-4 hover:text-ink hover:underline print:hidden"
        >
          The report
        </Link>
      </header>
      <div className="p-4 print:p-2">
        {answers ? children(...answers) : <MissingAnswer of={of} what={title} size="h-48" />}
      </div>
    </section>
  );
}
