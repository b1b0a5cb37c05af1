import type { ReactNode } from 'react';

/** A panel of the dashboard, with a heading, and optionally a count and a link to more. */
export function DashboardPanel({
  title,
  count,
  more,
  children,
}: {
  title: string;
  /** A string can also say what the list leaves out. */
  count?: number | string;
  more?: ReactNode;
  children: ReactNode;
}) {
  const id = `panel-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-md border border-line bg-panel text-sm">
      <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4">
        <h2 id={id} className="font-sans text-sm font-semibold tracking-normal">
          {title}
          {count !== undefined && <span className="pl-1.5 font-normal text-stone tabular-nums">{count}</span>}
        </h2>
        {more}
      </header>
      {children}
    </section>
  );
}

/** The text of an empty panel. */
export function Nothing({ children }: { children: string }) {
  return <p className="px-4 py-5 text-stone">{children}</p>;
}
