import { Search } from 'lucide-react';
import { controlClass } from './field.tsx';
import { useTypedFilter } from './use-filters.ts';

/** Searches while one types. `/` puts the focus here; `Esc` empties it, and once it is empty, leaves it. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  /** Also the hint within it. */
  label: string;
  value: string;
  onSearch: (value: string) => void;
}) {
  const [typed, setTyped] = useTypedFilter(value, onSearch);
  return (
    <div className="relative min-w-0 flex-1 max-sm:basis-full sm:w-72 sm:flex-none">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-stone"
      />
      <input
        type="search"
        data-search
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return;
          if (typed === '') currentTarget.blur();
          else setTyped('');
        }}
        className={`${controlClass} pl-9`}
      />
    </div>
  );
}
