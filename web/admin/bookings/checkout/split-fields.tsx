import { PaymentMethod } from '../../../../src/contracts/bookings/bookings.ts';
import { METHOD_WORDS } from '../../../../src/contracts/bookings/method-words.ts';
import { TextButton } from '../../ui/button.tsx';
import { AdminField, AdminSelect } from '../../ui/form/field.tsx';
import { centsText } from '../../ui/number-text.ts';
import { paidCents } from '../visit/paid-cents.ts';
import { amountInput, type CheckoutFields } from './checkout-fields.ts';
import { amountOf, tipOf } from './checkout-form.ts';

/** Two ways of payment for one visit. */
export function SplitFields({ form: { typed, change, field } }: { form: CheckoutFields }) {
  const { method, second, first } = typed;
  const amount = amountOf(typed);
  if (second === null) {
    if (amount === null) return null;
    const begun = method ?? 'card';
    const other = begun === 'cash' ? 'card' : 'cash';
    return (
      <TextButton onClick={() => change({ method: begun, second: other })}>Paid in two ways...</TextButton>
    );
  }
  const part = paidCents(first);
  const rest = typeof amount === 'number' && typeof part === 'number' ? amount - part : undefined;
  const choice = (label: string, value: PaymentMethod | null, choose: (chosen: PaymentMethod) => void) => (
    <AdminSelect
      label={label}
      required
      value={value ?? ''}
      onChange={({ target }) => choose(PaymentMethod.parse(target.value))}
    >
      {PaymentMethod.options.map((each) => (
        <option key={each} value={each}>
          {METHOD_WORDS[each]}
        </option>
      ))}
    </AdminSelect>
  );
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">Paid in two ways</legend>
      <div className="grid grid-cols-2 gap-3">
        {choice('Paid by', method, (chosen) => change({ method: chosen }))}
        <AdminField
          label="Amount ($)"
          required
          autoFocus={first === ''}
          className="[&_input]:text-right [&_input]:tabular-nums"
          {...amountInput}
          {...field('first')}
        />
        {choice('And by', second, (chosen) => change({ second: chosen }))}
        <p className="self-end pr-3 pb-2 text-right tabular-nums" aria-live="polite">
          {rest !== undefined && rest >= 0 ? `The rest: ${centsText(rest)}` : 'The rest'}
        </p>
      </div>
      <p className="text-stone">
        {tipOf(typed) ? `The tip came with the first: ${METHOD_WORDS[method ?? 'card'].toLowerCase()}. ` : ''}
        <TextButton onClick={() => change({ second: null, first: '' })}>Paid in one way</TextButton>
      </p>
    </fieldset>
  );
}
