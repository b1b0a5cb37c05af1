import type { useAdminForm } from '../../ui/form/use-admin-form.ts';
import type { TypedCheckout } from './checkout-form.ts';

/** The form of the checkout, as far as its fields know it. */
export type CheckoutFields = Pick<
  ReturnType<typeof useAdminForm<TypedCheckout, never>>,
  'typed' | 'change' | 'field' | 'errorOf'
>;

export const amountInput = {
  inputMode: 'decimal',
  autoComplete: 'off',
  placeholder: '0.00',
} as const;
