import type { ReactNode } from 'react';

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
