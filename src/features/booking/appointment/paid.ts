import { sumOfCents } from '../../../salon/money.ts';
import { broken } from '../../rule-broken.ts';
import type { Paid } from './events.ts';
import { type Booked, paidOf } from './state.ts';

/** A correction of what was paid. It keeps what the command leaves out, but lines and payments only while they make the amount. */
export function correctedPaid(said: Paid & { readonly amountCents: number }, recorded: Paid): Paid {
  const { amountCents, tipCents = recorded.tipCents } = said;
  const isKept = (parts?: readonly { readonly cents: number }[]) =>
    parts === undefined || sumOfCents(parts) === amountCents;
  const items = said.lines || !isKept(recorded.lines) ? said : recorded;
  const how = said.method || said.payments || !isKept(recorded.payments) ? said : recorded;
  return paidOf({
    amountCents,
    tipCents,
    lines: items.lines,
    personal: items.personal,
    method: how.method,
    payments: how.payments,
  });
}

/** Refuses a line for a service that the booking doesn't have, and words about somebody who was erased. */
export function checkLines({ services, isErased }: Booked, { lines = [], personal }: Paid): void {
  const known = new Set(services.map(({ id }) => id));
  if (lines.some(({ serviceId }) => serviceId !== undefined && !known.has(serviceId)))
    throw broken('unknown-service');
  if (isErased && personal) throw broken('customer-not-found');
}
