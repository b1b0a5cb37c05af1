import { z } from 'zod';
import { MAX_SERVICES_PER_BOOKING } from '../../../src/contracts/availability.ts';
import { SalonDateField, ServiceIdField, TimeField } from '../../../src/contracts/fields.ts';
import type { SalonDate } from '../../../src/contracts/salon-time.ts';

export const STEPS = ['services', 'datetime', 'checkout'] as const;
export type Step = (typeof STEPS)[number];

const CustomerInfo = z.object({
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  notes: z.string(),
  sms_consent: z.boolean(),
});
/** As typed so far, not yet checked. */
export type CustomerInfo = z.infer<typeof CustomerInfo>;

/** Everything a visitor has chosen and typed; what is kept across a reload. */
export const Wizard = z.object({
  /** Ids, in the order in which they were chosen. */
  services: z.array(ServiceIdField).max(MAX_SERVICES_PER_BOOKING),
  date: SalonDateField.nullable(),
  time: TimeField.nullable(),
  customer: CustomerInfo,
  /** A submit whose outcome is unknown: the request as sent, and the key that makes sending it again harmless. */
  attempt: z.object({ key: z.string(), request: z.string() }).nullable(),
  /** Why the visitor was led back to an earlier step. */
  notice: z.string().nullable(),
});
export type Wizard = z.infer<typeof Wizard>;

export const EMPTY_WIZARD: Wizard = {
  services: [],
  date: null,
  time: null,
  customer: { customer_name: '', customer_email: '', customer_phone: '', notes: '', sms_consent: false },
  attempt: null,
  notice: null,
};

/** Another selection takes another length of time, so the chosen time no longer means anything. */
export function withServices(wizard: Wizard, services: readonly string[]): Wizard {
  return { ...wizard, services: services.slice(0, MAX_SERVICES_PER_BOOKING), time: null };
}

export function withServiceToggled(wizard: Wizard, id: string): Wizard {
  return withServices(
    wizard,
    wizard.services.includes(id) ? wizard.services.filter((other) => other !== id) : [...wizard.services, id],
  );
}

/** Choosing a day, even the same one again, clears the time. */
export function withDate(wizard: Wizard, date: SalonDate): Wizard {
  return { ...wizard, date, time: null, notice: null };
}

export function withTime(wizard: Wizard, time: string | null): Wizard {
  return { ...wizard, time, notice: time === null ? wizard.notice : null };
}

/** The step asked for, or the last one before it whose ground is laid. */
export function reachableStep(asked: string | null, { services, date, time }: Wizard): Step {
  if (services.length === 0) return 'services';
  if (asked === 'checkout') return date && time ? 'checkout' : 'datetime';
  return asked === 'datetime' ? 'datetime' : 'services';
}

/** The key of this request: the one it was sent under before, or a new one. */
export function keyFor({ attempt }: Wizard, request: string, newKey: () => string): string {
  return attempt?.request === request ? attempt.key : newKey();
}
