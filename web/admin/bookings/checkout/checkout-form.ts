import { z } from 'zod';
import type { AdminBooking, Payment } from '../../../../src/contracts/bookings/admin-booking.ts';
import { PaymentMethod } from '../../../../src/contracts/bookings/bookings.ts';
import type { CompleteBooking } from '../../../../src/contracts/bookings/complete-booking.ts';
import { centsIn, dollars, isAmount, MOST_CENTS, sumOfCents } from '../../../../src/salon/money.ts';
import { shared, sum } from '../../../../src/salon/sums.ts';
import { numberText } from '../../ui/number-text.ts';
import { paidCents } from '../visit/paid-cents.ts';

export const TIP_SHARES = [15, 18, 20] as const;

/** Something besides services, as it is typed. */
export interface TypedItem {
  readonly text: string;
  /** Above 0; a discount is subtracted. */
  readonly amount: string;
  readonly isDiscount: boolean;
}

/** The raw values of the fields. */
export interface TypedCheckout {
  /** The price of each service. */
  readonly prices: readonly string[];
  readonly items: readonly TypedItem[];
  /** The percents that make the tip; null for the one that is typed. */
  readonly tipShare: number | null;
  readonly tip: string;
  /** How it was paid; of two ways the first, which the tip came with. Null if that isn't said. */
  readonly method: PaymentMethod | null;
  /** The second way, if there are two, and what was paid in the first. */
  readonly second: PaymentMethod | null;
  readonly first: string;
}

/** An amount as it is typed, without the dollar sign. */
export const fieldText = (cents: number | null): string => (cents === null ? '' : dollars(cents).slice(1));

/** Whether an amount is recorded, which a price that was only quoted isn't. */
const isRecorded = ({ payments }: AdminBooking): boolean => payments.length > 0;

/** The parts of a recorded amount: as its lines say, or else shared by the prices, or by the time where a price is open. */
function recordedPrices({ services, lines, total_amount }: AdminBooking): readonly (number | null)[] {
  if (lines.length > 0)
    return services.map(({ id }) => lines.find(({ service_id }) => service_id === id)?.cents ?? 0);
  const hasPrices = services.every(({ price }) => isAmount(price) && centsIn(price) > 0);
  const weights = services.map(({ price, duration }) => (hasPrices ? centsIn(price) : duration));
  return shared(centsIn(total_amount), weights);
}

/** The form's first values: what is recorded, or else the prices that say exactly how much. @param method the one that was used last */
export function beginCheckout(booking: AdminBooking, method: PaymentMethod): TypedCheckout {
  const { services, lines, payments, tip_cents } = booking;
  const recorded = isRecorded(booking);
  const prices = recorded
    ? recordedPrices(booking)
    : services.map(({ price }) => (isAmount(price) ? centsIn(price) : null));
  const [first, second] = payments;
  return {
    prices: prices.map(fieldText),
    items: lines
      .filter(({ service_id }) => service_id === null)
      .map(({ text, cents }) => ({
        text: text ?? '',
        amount: fieldText(Math.abs(cents)),
        isDiscount: cents < 0,
      })),
    tipShare: null,
    tip: fieldText(tip_cents || null),
    method: recorded ? (first?.method ?? null) : method,
    second: second?.method ?? null,
    first: second && first ? fieldText(first.cents) : '',
  };
}

const isBlank = ({ text, amount }: TypedItem): boolean => text.trim() === '' && amount.trim() === '';

/** The cents of an item, below 0 for a discount; undefined for anything that is no amount. */
function itemCents({ amount, isDiscount }: TypedItem): number | undefined {
  if (!isDiscount) return paidCents(amount) ?? undefined;
  const cents = paidCents(amount.replace(/^\s*[-−]/, ''));
  return typeof cents === 'number' ? 0 - cents : undefined;
}

/** The items that aren't left blank. */
const itemsOf = ({ items }: TypedCheckout) => items.filter((item) => !isBlank(item));

/** The amount that the typed prices and items make: null if none is typed, undefined as long as a part is missing or wrong. */
export function amountOf(typed: TypedCheckout): number | null | undefined {
  const parts = [...typed.prices.map(paidCents), ...itemsOf(typed).map(itemCents)];
  if (parts.every((cents) => cents === null)) return null;
  const known = parts.filter((cents) => typeof cents === 'number');
  if (known.length < parts.length) return undefined;
  const amount = sum(known);
  return amount < 0 || amount > MOST_CENTS ? undefined : amount;
}

/** The tip in cents; null for none, undefined for anything that is no amount. */
export function tipOf(typed: TypedCheckout): number | null | undefined {
  const { tipShare, tip } = typed;
  if (tipShare !== null) return Math.round(((amountOf(typed) ?? 0) * tipShare) / 100) || null;
  return paidCents(tip);
}

/** How the amount was paid. */
export function paymentsIn(typed: TypedCheckout): readonly Payment[] {
  const [cents, tip_cents] = [amountOf(typed) ?? 0, tipOf(typed) ?? 0];
  const { method, second, first } = typed;
  if (second === null) return [{ method, cents, tip_cents }];
  const part = paidCents(first) ?? 0;
  return [
    { method, cents: part, tip_cents },
    { method: second, cents: cents - part, tip_cents: 0 },
  ];
}

const AMOUNT_WRONG = `Please enter an amount from 0 to ${numberText(MOST_CENTS / 100)}, such as 65.00.`;
const PRICE_MISSING = 'Please enter a price, or 0.';
const ITEM_WRONG = 'Please enter an amount such as 18.00.';

const TIP_WRONG = 'Please enter a tip such as 10.00, or none.';

const PriceField = z.int(AMOUNT_WRONG).min(0, AMOUNT_WRONG);

/** The checks of the form, by its fields. @param needsAmount for a correction, which can't take the amount back */
export const checkoutSchema = (needsAmount: boolean) =>
  z
    .object({
      prices: z.array(PriceField.nullable()),
      items: z.array(
        z
          .object({
            text: z.string().max(100, 'Please use at most 100 characters.'),
            amount: z.int(ITEM_WRONG),
          })
          .nullable(),
      ),
      tip: z.int(TIP_WRONG).min(0, TIP_WRONG).nullable(),
      method: PaymentMethod.nullable(),
      second: PaymentMethod.nullable(),
      first: z.int(PRICE_MISSING).nullable(),
    })
    .superRefine(({ prices, items, tip, method, second, first }, { addIssue }) => {
      const wrong = (message: string, ...path: (string | number)[]) =>
        addIssue({ code: 'custom', path, message });
      const isEmpty = [...prices, ...items].every((part) => part === null);
      if (isEmpty) {
        if (needsAmount || tip) wrong(AMOUNT_WRONG, 'prices', 0);
        return;
      }
      for (const [index, price] of prices.entries())
        if (price === null) wrong(PRICE_MISSING, 'prices', index);
      const amount = sum([...prices, ...items.map((item) => item?.amount ?? 0)].map((cents) => cents ?? 0));
      const discount = items.findLastIndex((item) => item && item.amount < 0);
      if (amount < 0) wrong('The discounts are more than everything else.', 'items', discount, 'amount');
      if (amount > MOST_CENTS) wrong(AMOUNT_WRONG, 'prices', 0);
      if (second === null) return;
      if (first === null || first < 0 || first > amount)
        wrong(`Please enter an amount from 0 to ${fieldText(Math.max(amount, 0))}.`, 'first');
      if (second === method) wrong('Please choose two different ways.', 'first');
    });
type Checkout = z.output<ReturnType<typeof checkoutSchema>>;

/** The values for the schema: undefined stands for text that is no amount. */
export const toCheckout = (typed: TypedCheckout) => ({
  prices: typed.prices.map(paidCents),
  items: typed.items.map((item) =>
    isBlank(item) ? null : { text: item.text.trim(), amount: itemCents(item) },
  ),
  tip: tipOf(typed),
  method: typed.method,
  second: typed.second,
  first: typed.second === null ? null : paidCents(typed.first),
});

/**
 * The request. Where an amount was recorded without its parts, they are told only if they were changed.
 *
 * @param isChanged whether a price or another item was
 */
export function requestOf(booking: AdminBooking, checkout: Checkout, isChanged: boolean): CompleteBooking {
  const { prices, items, tip, method, second, first } = checkout;
  const lines = [
    ...booking.services.flatMap(({ id }, index) => {
      const cents = prices[index];
      return typeof cents === 'number' ? [{ service_id: id, cents }] : [];
    }),
    ...items.flatMap((item) => (item ? [{ text: item.text || null, cents: item.amount }] : [])),
  ];
  if (lines.length === 0) return { amount_cents: null };
  const amount_cents = sumOfCents(lines);
  const isToldAnew = !isRecorded(booking) || booking.lines.length > 0 || isChanged;
  const how =
    method && second && first !== null
      ? {
          payments: [
            { method, cents: first },
            { method: second, cents: amount_cents - first },
          ],
        }
      : method && { method };
  return {
    amount_cents,
    ...(isToldAnew && { lines }),
    ...how,
    // An empty field takes a recorded tip back.
    ...((tip !== null || booking.tip_cents > 0) && { tip_cents: tip ?? 0 }),
  };
}
