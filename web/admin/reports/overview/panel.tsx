import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';

/** A part of the overview, which leads to its report. */
export function Panel({ title, report, children }: { title: string; report: string; children: ReactNode }) {
  const id = useId();
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
          to={`?report=${report}`}
          aria-label={`${title}: the report`}
          className="text-xs whitespace-nowrap text-stone underline-offset-4 hover:text-ink hover:underline print:hidden"
        >
          The report
        </Link>
      </header>
      <div className="p-4 print:p-2">{children}</div>
    </section>
  );
}
