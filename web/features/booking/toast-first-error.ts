import type { FieldErrors } from 'react-hook-form';
import { toastError } from '../../ui/toast.tsx';
import { fieldErrorText } from './booking-error.ts';
import { useWizard } from './store.ts';
import type { CustomerInfo } from './wizard.ts';

const REQUIRED = ['customer_name', 'customer_email', 'customer_phone'] as const;

/** One toast for an invalid form: about missing fields first, then the consent, then invalid values. */
export function toastFirstError(errors: FieldErrors<CustomerInfo>) {
  const { customer } = useWizard.getState();
  if (REQUIRED.some((field) => customer[field].trim() === '')) {
    toastError('Missing Information', 'Please fill in all required fields.');
  } else if (errors.sms_consent) {
    toastError('SMS Consent Required', 'Please consent to SMS notifications to complete your booking.');
  } else {
    const [first] = Object.values(errors);
    toastError('Booking Error', fieldErrorText(first?.message));
  }
}
