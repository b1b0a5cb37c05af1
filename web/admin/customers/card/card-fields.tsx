import { MONTHS } from '../../../../src/salon/date-text.ts';
import { AdminField, AdminSelect, AdminTextArea } from '../../ui/form/field.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import type { useAdminForm } from '../../ui/form/use-admin-form.ts';
import type { CustomerCard, TypedCard } from './customer-form.ts';

/** The fields of a customer's card, in a grid of two columns. */
export function CardFields({
  form: { field, typed, errorOf, change },
}: {
  form: ReturnType<typeof useAdminForm<TypedCard, typeof CustomerCard>>;
}) {
  return (
    <>
      <AdminField label="Name" required autoComplete="off" className="sm:col-span-2" {...field('name')} />
      <AdminField label="Email" type="email" autoComplete="off" inputMode="email" {...field('email')} />
      <PhoneField value={typed.phone} error={errorOf('phone')} onType={(phone) => change({ phone })} />
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
