import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { MAX_SERVICES_PER_BOOKING } from '../../../../src/salon/slots.ts';
import type { CustomerInfo, Wizard } from './stored-wizard.ts';

export const STEPS = ['services', 'datetime', 'checkout'] as const;
export type Step = (typeof STEPS)[number];

export type { CustomerInfo, Wizard };

export const EMPTY_WIZARD: Wizard = {
  services: [],
  wish: null,
  stylist: null,
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

/** Changes the services. They take another time, so the chosen time is cleared. */
export function withServices(wizard: Wizard, services: readonly string[]): Wizard {
  return { ...withoutHold(wizard), services: services.slice(0, MAX_SERVICES_PER_BOOKING), time: null };
}

export function withServiceToggled(wizard: Wizard, id: string): Wizard {
  return withServices(
    wizard,
    wizard.services.includes(id) ? wizard.services.filter((other) => other !== id) : [...wizard.services, id],
  );
}

/** Adds a wish to the notes, which the salon reads, and which the visitor can edit. */
export function withWish(wizard: Wizard, wish: string): Wizard {
  const { customer } = wizard;
  if (customer.notes.includes(wish)) return { ...wizard, wish };
  const notes = [customer.notes, wish].filter(Boolean).join('\n');
  return { ...wizard, wish, customer: { ...customer, notes } };
}

/** Choosing a date, even the same one again, clears the time. */
export function withDate(wizard: Wizard, date: SalonDate | null): Wizard {
  return { ...withoutHold(wizard), date, time: null, notice: null };
}

/** Another stylist has other free times, so the chosen one is cleared. */
export const withStylist = (wizard: Wizard, stylist: string | null): Wizard => ({
  ...withDate(wizard, wizard.date),
  stylist,
});

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
