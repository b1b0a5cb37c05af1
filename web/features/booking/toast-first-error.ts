import type { FieldErrors } from 'react-hook-form';
import { toastError } from '../../ui/toast.tsx';
import { fieldErrorText } from './booking-error.ts';
import { useWizard } from './store.ts';
import type { CustomerInfo } from './wizard.ts';

const REQUIRED = ['customer_name', 'customer_email', 'customer_phone'] as const;

/** The fields as the form shows them, from the top. */
const FIELDS = [...REQUIRED, 'notes', 'sms_consent'] as const satisfies readonly (keyof CustomerInfo)[];

/**
 * One toast for an invalid form: about missing fields first, then about the first field that is invalid.
 *
 * @returns the field that it is about
 */
export function toastFirstError(errors: FieldErrors<CustomerInfo>): keyof CustomerInfo {
  const { customer } = useWizard.getState();
  const missing = REQUIRED.find((field) => customer[field].trim() === '');
  if (missing) {
    toastError('Missing Information', 'Please fill in all required fields.');
    return missing;
  }
  const field = FIELDS.find((name) => errors[name]) ?? 'sms_consent';
  const text = fieldErrorText(errors[field]?.message);
  toastError(field === 'sms_consent' ? 'SMS Consent Required' : 'Booking Error', text);
  return field;
}
