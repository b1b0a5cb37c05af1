import type { FieldErrors } from 'react-hook-form';
import { toastProblem } from '../../ui/toast.tsx';
import { fieldProblem } from './booking-problem.ts';
import { useWizard } from './store.ts';
import type { CustomerInfo } from './wizard.ts';

const REQUIRED = ['customer_name', 'customer_email', 'customer_phone'] as const;

/** One toast for a form that can't be sent: what is missing first, then the consent, then what is malformed. */
export function toastFirstProblem(errors: FieldErrors<CustomerInfo>) {
  const { customer } = useWizard.getState();
  if (REQUIRED.some((field) => customer[field].trim() === '')) {
    toastProblem('Missing Information', 'Please fill in all required fields.');
  } else if (errors.sms_consent) {
    toastProblem('SMS Consent Required', 'Please consent to SMS notifications to complete your booking.');
  } else {
    const [first] = Object.values(errors);
    toastProblem('Booking Error', fieldProblem(first?.message));
  }
}
