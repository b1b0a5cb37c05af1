import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { AdminService } from '../../../../src/contracts/salon/admin-services.ts';
import { SERVICE_CATEGORIES } from '../../../../src/contracts/salon/groups.ts';
import { plain } from '../../../../src/salon/search-text.ts';
import { formatDuration } from '../../../../src/salon/time-text.ts';
import { controlClass } from '../../ui/form/field.tsx';
import { priceOf, sumOf } from './new-booking-form.ts';

/** The services whose name or category has all the typed words: first those whose name, then those whose category has words that begin so. */
export function servicesFor(search: string, services: readonly AdminService[]): readonly AdminService[] {
  const words = plain(search).split(' ');
  const all = (text: string, has: (text: string, word: string) => boolean) =>
    words.every((word) => has(plain(text), word));
  const rankOf = ({ name, category }: AdminService) =>
    all(name, hasBeginning) ? 0 : all(`${name} ${category}`, hasBeginning) ? 1 : 2;
  return services
    .filter(({ name, category }) => all(`${name} ${category}`, (text, word) => text.includes(word)))
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** Whether a word of the text begins like this. */
function hasBeginning(text: string, beginning: string): boolean {
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** The active services by category, with a search, and total duration and price of the chosen ones. */
export function ServicesPicker({
  services,
  chosen,
  error,
  sum,
  onChange,
}: {
  services: readonly AdminService[];
  chosen: readonly string[];
  error: string | undefined;
  /** Stands below instead of the list prices' total. */
  sum?: ReactNode;
  onChange: (ids: readonly string[]) => void;
}) {
  const id = useId();
  const [search, setSearch] = useState('');
  const shown = servicesFor(search, services);
  // A search has what fits best at the top.
  const categories =
    search.trim() === '' ? SERVICE_CATEGORIES : [...new Set(shown.map(({ category }) => category))];
  const { minutes, price } = sumOf(services, chosen);
  const names = services
    .filter(({ id: one }) => chosen.includes(one))
    .map(({ name }) => name)
    .join(', ');

  /** Enter chooses the first match, and the next one can be typed. */
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = search.trim() === '' ? [] : shown;
    if (!first) return;
    setSearch('');
    if (!chosen.includes(first.id)) onChange([...chosen, first.id]);
  }
  return (
    <fieldset aria-describedby={`${id}-sum`} className="space-y-1">
      <legend className="pb-1 text-sm font-medium">Services</legend>
      <input
        type="search"
        aria-label="Search services"
        placeholder="Search services"
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={onKey}
        className={controlClass}
      />
      <div
        className={`max-h-56 overflow-y-auto rounded-md border p-2 ${error ? 'border-bad' : 'border-stone/50'}`}
      >
        {categories.map((category) => {
          const ofIt = shown.filter((service) => service.category === category);
          if (ofIt.length === 0) return null;
          return (
            <div key={category} className="pb-1">
              <p className="px-1 text-xs text-stone">{category}</p>
              {ofIt.map((service) => (
                <label
                  key={service.id}
                  className="flex min-h-8 items-center gap-2.5 rounded-md px-1 hover:bg-sand pointer-coarse:min-h-11"
                >
                  <input
                    type="checkbox"
                    checked={chosen.includes(service.id)}
                    aria-invalid={error ? true : undefined}
                    onChange={({ target }) =>
                      onChange(
                        target.checked ? [...chosen, service.id] : chosen.filter((one) => one !== service.id),
                      )
                    }
                    className="size-4 shrink-0 accent-action"
                  />
                  <span className="min-w-0 flex-1">{service.name}</span>
                  <span className="text-xs text-stone tabular-nums">
                    {formatDuration(service.duration_minutes)}
                  </span>
                  <span className="min-w-16 text-right text-xs text-stone tabular-nums">
                    {priceOf(service)}
                  </span>
                </label>
              ))}
            </div>
          );
        })}
        {shown.length === 0 && search !== '' && (
          <p role="status" className="px-1 text-sm text-stone">
            No service found for “{search.trim()}”.
          </p>
        )}
      </div>
      <p
        id={`${id}-sum`}
        aria-live="polite"
        className={`text-sm tabular-nums ${error ? 'font-medium text-bad' : 'text-stone'}`}
      >
        {error ?? sum ?? (names === '' ? 'None selected' : `Total: ${formatDuration(minutes)} · ${price}`)}
        {/* The list may be scrolled to others. */}
        {!error && !sum && names && <span className="block text-ink">{names}</span>}
      </p>
    </fieldset>
  );
}
