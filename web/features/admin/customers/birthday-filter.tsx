import { MONTHS } from '../../../../src/salon/date-text.ts';
import { controlClass } from '../../../admin/ui/field.tsx';
import { useSalonToday } from '../../../salon/use-salon-today.ts';

/** Everybody, or who has a birthday in a month; this month is at hand. */
export function BirthdayFilter({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const thisMonth = Number(useSalonToday().slice(5, 7));
  return (
    <select
      aria-label="Birthdays"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`${controlClass} w-auto! max-sm:min-w-32 max-sm:flex-1`}
    >
      <option value="">All birthdays</option>
      <option value={thisMonth}>This month: {MONTHS[thisMonth - 1]}</option>
      {MONTHS.map(
        (name, index) =>
          index + 1 !== thisMonth && (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ),
      )}
    </select>
  );
}
