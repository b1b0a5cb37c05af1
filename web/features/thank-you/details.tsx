import type { Confirmation } from '../../salon/confirmation.ts';

/** The customer's details as booked. */
export function Details({ confirmation: { name, email, phone, notes } }: { confirmation: Confirmation }) {
  const lines = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Notes', notes],
  ].filter((line): line is [string, string] => Boolean(line[1]));
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="details" className="rounded-md border border-line bg-white p-6 sm:max-lg:p-8">
      <h2 id="details" className="mb-4 text-lg">
        Your details
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:max-lg:grid-cols-2 print:grid-cols-1">
        {lines.map(([term, text]) => (
          <div key={term}>
            <dt className="text-sm text-stone">{term}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
