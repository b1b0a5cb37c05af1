import { controlClass } from './field.tsx';

/** A choice above a list, such as a filter by one of several options or none. */
export function FilterChoice({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  /** The option for no filter, if there may be none. */
  all?: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`${controlClass} w-auto! max-sm:min-w-26 max-sm:flex-1`}
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}
