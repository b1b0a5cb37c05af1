import { z } from 'zod';
import { MAX_SERVICES_PER_BOOKING } from '../../../src/contracts/availability.ts';
import { SalonDateField, ServiceIdField, TimeField, UuidField } from '../../../src/contracts/fields.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';

export const STEPS = ['services', 'datetime', 'checkout'] as const;
export type Step = (typeof STEPS)[number];

const CustomerInfo = z.object({
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  notes: z.string(),
  sms_consent: z.boolean(),
});
/** As typed so far, not validated yet. */
export type CustomerInfo = z.infer<typeof CustomerInfo>;

/** Everything a visitor has chosen and typed. It survives a reload. */
export const Wizard = z.object({
  /** Ids, in the order in which they were chosen. */
  services: z.array(ServiceIdField).max(MAX_SERVICES_PER_BOOKING),
  /** Something beside the catalogue that the visitor came for. */
  wish: z.string().nullable().default(null),
  date: SalonDateField.nullable(),
  time: TimeField.nullable(),
  customer: CustomerInfo,
  /**
   * The hold on the chosen time and when it expires, in milliseconds of this browser's clock. `until` is null once the
   * hold is released. Requests still name it, because until the server has processed the release it counts as taken.
   */
  hold: z.object({ id: UuidField, until: z.number().nullable() }).nullable(),
  /** A submit without a response so far: the request as sent, and the key that makes repeating it safe. */
  attempt: z.object({ key: z.string(), request: z.string() }).nullable(),
  /** The last request that a code was asked for: the code belongs to its key, so it is sent with that again. */
  asked: z.object({ key: z.string(), request: z.string() }).nullable().default(null),
  /** Why the visitor is back at an earlier step. */
  notice: z.string().nullable(),
});
export type Wizard = z.infer<typeof Wizard>;

export const EMPTY_WIZARD: Wizard = {
  services: [],
  wish: null,
  date: null,
  time: null,
  customer: { customer_name: '', customer_email: '', customer_phone: '', notes: '', sms_consent: false },
  hold: null,
  attempt: null,
  asked: null,
  notice: null,
};

/** True while the chosen time is held for this visitor. */
export function isHeld(hold: Wizard['hold'], now: number): boolean {
  return hold?.until != null && hold.until > now;
}

/** Marks the hold as released, as every change of the choice does. */
export function withoutHold(wizard: Wizard): Wizard {
  return { ...wizard, hold: wizard.hold && { ...wizard.hold, until: null } };
}

/** Other services take another length of time, so the chosen time is cleared. */
export function withServices(wizard: Wizard, services: readonly string[]): Wizard {
  return { ...withoutHold(wizard), services: services.slice(0, MAX_SERVICES_PER_BOOKING), time: null };
}

export function withServiceToggled(wizard: Wizard, id: string): Wizard {
  return withServices(
    wizard,
    wizard.services.includes(id) ? wizard.services.filter((other) => other !== id) : [...wizard.services, id],
  );
}

/** The salon reads of it in the notes, where the visitor can say more, or take it out again. */
export function withWish(wizard: Wizard, wish: string): Wizard {
  const { customer } = wizard;
  if (customer.notes.includes(wish)) return { ...wizard, wish };
  const notes = [customer.notes, wish].filter(Boolean).join('\n');
  return { ...wizard, wish, customer: { ...customer, notes } };
}

/** Choosing a date, even the same one again, clears the time. */
export function withDate(wizard: Wizard, date: SalonDate): Wizard {
  return { ...withoutHold(wizard), date, time: null, notice: null };
}

export function withTime(wizard: Wizard, time: string | null): Wizard {
  const kept = time === wizard.time ? wizard : withoutHold(wizard);
  return { ...kept, time, notice: time === null ? wizard.notice : null };
}

/** The requested step, or the last one before it for which everything is chosen. */
export function reachableStep(requested: string | null, { services, date, time }: Wizard): Step {
  if (services.length === 0) return 'services';
  if (requested === 'checkout') return date && time ? 'checkout' : 'datetime';
  return requested === 'datetime' ? 'datetime' : 'services';
}

/** A request apart from its hold, which a reload gives up and takes anew. */
function withoutHoldId(request: string): string {
  const { hold_id: _, ...rest } = JSON.parse(request) as { readonly hold_id?: string };
  return JSON.stringify(rest);
}

/** The Idempotency-Key of a request: the one it was sent with before, or a code was asked for with, or a new one. */
export function keyFor({ attempt, asked }: Wizard, request: string, newKey: () => string): string {
  if (attempt?.request === request) return attempt.key;
  // A request that a code is asked for has led to nothing, so another hold doesn't make it another request.
  const isAsked = asked !== null && withoutHoldId(asked.request) === withoutHoldId(request);
  return isAsked ? asked.key : newKey();
}

/** Notes that a code is asked for: until the visitor goes on, the request is refused. */
export function withParkedAttempt(wizard: Wizard): Wizard {
  return { ...wizard, attempt: null, asked: wizard.attempt ?? wizard.asked };
}

/** Goes on with the parked request under its key. */
export function withResumedAttempt(wizard: Wizard, request: string): Wizard {
  const { asked } = wizard;
  if (asked === null) return wizard;
  const attempt = { key: asked.key, request };
  return { ...wizard, attempt, asked: attempt };
}
