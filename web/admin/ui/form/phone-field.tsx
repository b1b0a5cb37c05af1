import type { ComponentProps } from 'react';
import { useSalon } from '../../../salon/salon-context.ts';
import { phoneAsTyped } from '../../../ui/form/phone-text.ts';
import { AdminField } from './field.tsx';

/** A phone number, formatted when it is complete. A change in the middle isn't formatted, since the cursor would jump to the end. */
export function PhoneField({
  onType,
  ...field
}: Omit<ComponentProps<typeof AdminField>, 'label' | 'type' | 'onChange'> & {
  onType: (phone: string) => void;
}) {
  const { address } = useSalon();
  return (
    <AdminField
      label="Phone"
      type="tel"
      autoComplete="off"
      {...field}
      onChange={({ target: { value, selectionStart } }) =>
        onType(selectionStart === value.length ? phoneAsTyped(value, address.country) : value)
      }
    />
  );
}
