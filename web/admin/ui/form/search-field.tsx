import { Search } from 'lucide-react';
import { controlClass } from './field.tsx';
import { useTypedFilter } from './use-filters.ts';

/** Searches while the user types. `/` focuses it; `Esc` clears it, or leaves it when it is empty. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  /** It is used as the placeholder, too. */
  label: string;
  value: string;
  onSearch: (value: string) => void;
}) {
  const [typed, setTyped] = useTypedFilter(value, onSearch);
  return (
    <div className="relative min-w-0 flex-1 max-sm:basis-full sm:w-60 sm:flex-none lg:w-72">
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
