import { MONTHS } from '../../../../src/salon/date-text.ts';
import { AdminField, AdminSelect, AdminTextArea } from '../../ui/form/field.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import type { CardErrors, TypedCard } from './customer-form.ts';

/** The fields of a customer's card, in a grid of two columns. */
export function CardFields({
  typed,
  errors,
  onType,
}: {
  typed: TypedCard;
  errors: CardErrors;
  onType: (name: keyof TypedCard, value: string) => void;
}) {
  const field = (name: keyof TypedCard) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onType(name, target.value),
  });
  return (
    <>
      <AdminField label="Name" required autoComplete="off" className="sm:col-span-2" {...field('name')} />
      <AdminField label="Email" type="email" autoComplete="off" inputMode="email" {...field('email')} />
      <PhoneField value={typed.phone} error={errors.phone} onType={(phone) => onType('phone', phone)} />
      <AdminSelect label="Birthday month" {...field('birthday_month')}>
        <option value="">Not set</option>
        {MONTHS.map((month, index) => (
          <option key={month} value={index + 1}>
            {month}
          </option>
        ))}
      </AdminSelect>
      <AdminField
        label="Birthday day"
        type="number"
        min={1}
        max={31}
        inputMode="numeric"
        {...field('birthday_day')}
      />
      <AdminTextArea label="Notes" className="sm:col-span-2" {...field('notes')} />
    </>
  );
}
