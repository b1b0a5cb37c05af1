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
/** As typed so far, not yet checked. */
export type CustomerInfo = z.infer<typeof CustomerInfo>;

/** Everything a visitor has chosen and typed; what is kept across a reload. */
export const Wizard = z.object({
  /** Ids, in the order in which they were chosen. */
  services: z.array(ServiceIdField).max(MAX_SERVICES_PER_BOOKING),
  date: SalonDateField.nullable(),
  time: TimeField.nullable(),
  customer: CustomerInfo,
  /**
   * The hold on the chosen time and when it ends, in milliseconds of this browser's clock. `until` is null once it was
   * given back; its id still goes along, since until the server knows of that it would be taken for another's.
   */
  hold: z.object({ id: UuidField, until: z.number().nullable() }).nullable(),
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
  hold: null,
  attempt: null,
  notice: null,
};

/** True while the chosen time is held for this visitor. */
export function isHeld(hold: Wizard['hold'], now: number): boolean {
  return hold?.until != null && hold.until > now;
}

/** Gives the held time back; whatever changes the choice does. */
export function withoutHold(wizard: Wizard): Wizard {
  return { ...wizard, hold: wizard.hold && { ...wizard.hold, until: null } };
}

/** Another selection takes another length of time, so the chosen time no longer means anything. */
export function withServices(wizard: Wizard, services: readonly string[]): Wizard {
  return { ...withoutHold(wizard), services: services.slice(0, MAX_SERVICES_PER_BOOKING), time: null };
}

export function withServiceToggled(wizard: Wizard, id: string): Wizard {
  return withServices(
    wizard,
    wizard.services.includes(id) ? wizard.services.filter((other) => other !== id) : [...wizard.services, id],
  );
}

/** Choosing a day, even the same one again, clears the time. */
export function withDate(wizard: Wizard, date: SalonDate): Wizard {
  return { ...withoutHold(wizard), date, time: null, notice: null };
}

export function withTime(wizard: Wizard, time: string | null): Wizard {
  const kept = time === wizard.time ? wizard : withoutHold(wizard);
  return { ...kept, time, notice: time === null ? wizard.notice : null };
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
