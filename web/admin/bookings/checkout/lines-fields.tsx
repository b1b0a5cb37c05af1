import { Plus, X } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { MOST_OTHER_ITEMS } from '../../../../src/contracts/bookings/complete-booking.ts';
import { isAmount } from '../../../../src/salon/money.ts';
import { AdminButton, TextButton } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form/field.tsx';
import { centsText } from '../../ui/number-text.ts';
import { listedPrice } from '../visit/paid-cents.ts';
import { amountInput, type CheckoutFields } from './checkout-fields.ts';
import { amountOf, fieldText, type TypedItem } from './checkout-form.ts';
import { described, Wrong } from './wrong.tsx';

/** The prices of the services, and anything else that was paid for. */
export function LinesFields({ booking, form }: { booking: AdminBooking; form: CheckoutFields }) {
  const { typed, change, field, errorOf } = form;
  const { items } = typed;
  const amount = amountOf(typed);
  const changeItem = (index: number, changes: Partial<TypedItem>) =>
    change({ items: items.map((item, at) => (at === index ? { ...item, ...changes } : item)) });
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">What was paid for</legend>
      {booking.services.map(({ id, name, price }, index) => {
        const listed = listedPrice(booking, id);
        return (
          <Price
            key={id}
            label={name}
            {...(!isAmount(price) && { note: price })}
            {...field(`prices.${index}`)}
            onFocus={({ target }) => target.select()}
          >
            {listed && typed.prices[index] === '' && (
              <TextButton
                className="text-xs"
                onClick={() => change({ prices: typed.prices.with(index, fieldText(listed.cents)) })}
              >
                {listed.text}
              </TextButton>
            )}
          </Price>
        );
      })}
      {items.map((item, index) => (
        <Item
          // The rows have no ids, and keep their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          item={item}
          number={index + 1}
          error={errorOf(`items.${index}.amount`) ?? errorOf(`items.${index}.text`)}
          onType={(changes) => changeItem(index, changes)}
          onRemove={() => change({ items: items.toSpliced(index, 1) })}
        />
      ))}
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        {items.length < MOST_OTHER_ITEMS && (
          <div className="-ml-2.5 flex flex-wrap">
            {(['product', 'discount'] as const).map((kind) => (
              <AdminButton
                key={kind}
                isSmall
                look="quiet"
                onClick={() =>
                  change({ items: [...items, { text: '', amount: '', isDiscount: kind === 'discount' }] })
                }
              >
                <Plus aria-hidden="true" className="size-3.5" />
                Add {kind}
              </AdminButton>
            ))}
          </div>
        )}
        <p aria-live="polite" className="ml-auto font-medium tabular-nums">
          {typeof amount === 'number' && `Total ${centsText(amount)}`}
        </p>
      </div>
    </fieldset>
  );
}

/** The price of a service, beside its name. */
function Price({
  label,
  note,
  error,
  children,
  ...input
}: ComponentProps<'input'> & { label: string; note?: string; error: string | undefined }) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_min(7rem,45%)] items-center gap-x-3">
      <label htmlFor={id} className="font-medium wrap-anywhere">
        {label}
        {note && <span className="block text-xs font-normal text-stone">{note}</span>}
      </label>
      <input
        type="text"
        id={id}
        {...amountInput}
        {...input}
        {...described(id, error)}
        className={`${controlClass} text-right tabular-nums`}
      />
      {children && <span className="col-start-2 justify-self-end">{children}</span>}
      <Wrong id={id} error={error} />
    </div>
  );
}

/** A product, or a discount, whose amount is typed above 0 and subtracted. */
function Item({
  item: { text, amount, isDiscount },
  number,
  error,
  onType,
  onRemove,
}: {
  item: TypedItem;
  number: number;
  error: string | undefined;
  onType: (changes: Partial<TypedItem>) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const kind = isDiscount ? 'discount' : 'product';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_min(7rem,45%)] items-center gap-x-1">
      <input
        type="text"
        aria-label={`Name of ${kind} ${number}`}
        placeholder={isDiscount ? 'Discount' : 'Product'}
        maxLength={100}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the row was just asked for
        autoFocus={text === '' && amount === ''}
        value={text}
        onChange={({ target }) => onType({ text: target.value })}
        className={controlClass}
      />
      <button
        type="button"
        aria-label={`Remove ${kind} ${number}`}
        onClick={onRemove}
        className="flex size-9 items-center justify-center rounded-md text-stone hover:bg-sand hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
      <span className="relative">
        {isDiscount && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center"
          >
            −
          </span>
        )}
        <input
          type="text"
          aria-label={`Amount of ${kind} ${number}`}
          {...amountInput}
          value={amount}
          onChange={({ target }) => onType({ amount: target.value })}
          {...described(id, error)}
          className={`${controlClass} text-right tabular-nums`}
        />
      </span>
      <Wrong id={id} error={error} />
    </div>
  );
}
