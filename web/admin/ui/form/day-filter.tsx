import { controlClass } from './field.tsx';
import { useTypedFilter } from './use-filters.ts';

/** A filter of a list by a day, which counts after a short pause in typing, as a typed text does. */
export function DayFilter({
  label,
  value,
  describedBy,
  onChange,
}: {
  label: string;
  value: string;
  /** The id of the text that says what is wrong, if something is. */
  describedBy?: string | undefined;
  onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useTypedFilter(value, onChange);
  return (
    <label className="flex items-center gap-1.5 text-sm text-stone max-sm:min-w-40 max-sm:flex-1">
      <span className="max-sm:min-w-8 max-sm:text-right">{label}</span>
      <input
        type="date"
        value={typed}
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => setTyped(target.value)}
        className={`${controlClass} w-auto! px-2! max-sm:min-w-0 max-sm:flex-1`}
      />
    </label>
  );
}
