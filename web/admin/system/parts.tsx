import { type ReactNode, useId } from 'react';

/** A part of the page, with its heading. */
export function Part({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="space-y-1">
        <h2 id={id} className="font-sans text-base font-semibold tracking-normal">
          {title}
        </h2>
        {about && <p className="max-w-3xl text-sm text-stone">{about}</p>}
      </div>
      {children}
    </section>
  );
}

/** What only a technician needs, in small letters. */
export const Technical = ({ children }: { children: ReactNode }) => (
  <span className="block font-mono text-xs text-stone wrap-anywhere">{children}</span>
);

/** Names with values, one below the other on a phone. */
export function DescriptionList({
  items,
}: {
  items: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-panel text-sm">
      {items.map(([name, value]) => (
        <div key={name} className="gap-x-6 px-4 py-2.5 sm:grid sm:grid-cols-[13rem_minmax(0,1fr)]">
          <dt className="text-stone">{name}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How far something is, with words for it. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0;
  return (
    <div className="max-w-3xl space-y-1.5">
      <p className="text-sm tabular-nums">{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sand forced-colors:border"
      >
        <div
          style={{ width: `${percent}%` }}
          className="h-full rounded-full bg-brass transition-[width] forced-colors:bg-[Highlight]"
        />
      </div>
    </div>
  );
}
