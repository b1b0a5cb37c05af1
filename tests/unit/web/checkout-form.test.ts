import { zodResolver } from '@hookform/resolvers/zod';
import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../../web/features/booking/checkout/booking-error.ts';
import { CheckoutForm } from '../../../web/features/booking/checkout/checkout-form.ts';

const VALID = {
  customer_name: 'Ada Moreau',
  customer_email: 'ada@example.com',
  customer_phone: '(925) 555-0199',
  notes: '',
  sms_consent: true,
};

/** The text that is shown below each invalid field, when one value of the form is replaced. */
async function errorTexts(
  field: keyof typeof VALID,
  value: unknown,
): Promise<Record<string, string | undefined>> {
  const form = { ...VALID, [field]: value };
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await zodResolver(CheckoutForm)(form, undefined, options);
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, fieldErrorText(String(error?.message))]),
  );
}

const MISSING = 'Please fill in this field.';
const NAME = 'Please enter a valid name (2-100 characters).';
const EMAIL = 'Please enter a valid email address.';
const PHONE = 'Please enter a valid phone number.';
const CONSENT = 'Please consent to SMS notifications to complete your booking.';

describe('the checkout form', () => {
  // Spec: 5.notes-null
  it('takes valid details, trimmed, with empty notes as none', () => {
    expect(CheckoutForm.parse({ ...VALID, customer_name: ' Ada Moreau ' })).toEqual({
      ...VALID,
      notes: null,
    });
  });

  it.each([
    ['customer_name', '', MISSING],
    ['customer_name', '  ', MISSING],
    ['customer_name', 'A', NAME],
    ['customer_name', 'A\u0000da', NAME],
    ['customer_name', 'A'.repeat(3_000), NAME],
    ['customer_email', '', MISSING],
    ['customer_email', 'ada', EMAIL],
    ['customer_email', `${'a'.repeat(3_000)}@example.com`, EMAIL],
    ['customer_phone', '', MISSING],
    ['customer_phone', '555', PHONE],
    ['customer_phone', 'call me', PHONE],
    ['customer_phone', '1'.repeat(3_000), PHONE],
    ['sms_consent', false, CONSENT],
    ['sms_consent', undefined, CONSENT],
  ] as const)('says what is wrong with %s %j', async (field, value, text) => {
    expect(await errorTexts(field, value)).toEqual({ [field]: text });
  });

  it.each(['customer_name', 'customer_email', 'customer_phone'] as const)(
    'says that %s is missing when it has no value at all',
    async (field) => {
      expect(await errorTexts(field, undefined)).toEqual({ [field]: MISSING });
    },
  );

  it.each([['x'.repeat(10_000)], ['a\u0000b']])('says in plain words what notes may be', async (notes) => {
    expect(await errorTexts('notes', notes)).toEqual({ notes: expect.stringMatching(/^Must /) });
  });
});
