import type { FieldErrors } from 'react-hook-form';
import { dismissError, toastError } from '../../../ui/toast/toast.tsx';
import { useWizard } from '../wizard/store.ts';
import type { CustomerInfo } from '../wizard/wizard.ts';
import { fieldErrorText } from './booking-error.ts';

const REQUIRED = ['customer_name', 'customer_email', 'customer_phone'] as const;

/** The fields as the form shows them, from the top. */
const FIELDS = [...REQUIRED, 'notes', 'sms_consent'] as const satisfies readonly (keyof CustomerInfo)[];

/**
 * One toast for an invalid form: about missing fields first, then about the first invalid field. It disappears as soon as
 * that field is changed.
 *
 * @returns that field
 */
export function toastFirstError(errors: FieldErrors<CustomerInfo>): keyof CustomerInfo {
  const field = toastAbout(errors);
  const { customer } = useWizard.getState();
  stopWatching();
  stopWatching = useWizard.subscribe((wizard) => {
    if (wizard.customer[field] === customer[field]) return;
    stopWatching();
    dismissError();
  });
  return field;
}

/** Stops waiting for a change of the field that the last toast was about. */
let stopWatching = () => {};

function toastAbout(errors: FieldErrors<CustomerInfo>): keyof CustomerInfo {
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
