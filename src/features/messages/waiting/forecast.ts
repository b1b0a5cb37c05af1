import type { MessageKind } from '../events.ts';
import { reminderAt } from '../times.ts';
import { type Decision, decideMessage, type Facts, type MessageRules } from '../what-to-send.ts';

/** What will become of a message that has not left, as things stand. */
export type Forecast =
  | {
      /**
       * `null`: at the next look, which comes at a reminder's own time. `paused`: once staff let messages leave. Otherwise when the
       * quiet hours are over.
       */
      readonly leaves: Date | 'paused' | null;
      readonly message: Extract<Decision, { do: 'send' }>;
    }
  /** It waits, and when the wait is over its appointment has begun. */
  | { readonly leaves: 'never'; readonly kind: MessageKind; readonly causes: readonly string[] };

/** As the worker decides, who decides again about what is left when some of the causes have an end of their own. */
function decideAll(facts: Facts, rules: MessageRules, isCurrent: boolean): Decision {
  const decision = decideMessage(facts, rules, isCurrent);
  const { causes } = facts;
  if (decision.do !== 'suppress' || 'reminder' in causes) return decision;
  const left = causes.filter(({ id }) => !decision.causes.includes(id));
  return left.length === 0 ? decision : decideAll({ ...facts, causes: left }, rules, isCurrent);
}

/**
 * Tells by the rules that the worker decides by when a message leaves, and what it would say then.
 *
 * @param isCurrent for a reminder: whether it is that of the booking's present slot
 * @returns undefined where the next look ends it, so that nothing waits
 */
export function forecastOf(facts: Facts, rules: MessageRules, isCurrent: boolean): Forecast | undefined {
  const { causes, booking, now } = facts;
  if ('reminder' in causes && booking.slot) {
    const dueAt = reminderAt(booking.slot.date, rules.reminderAt, rules.timeZone);
    if (now < dueAt) return forecastOf({ ...facts, now: dueAt }, rules, isCurrent);
  }
  const decide = (now: Date) =>
    decideAll({ ...facts, now, sending: { ...facts.sending, paused: false } }, rules, isCurrent);
  const today = decideAll(facts, rules, isCurrent);
  if (today.do === 'send') return { leaves: null, message: today };
  if (today.do !== 'wait') return undefined;
  // Staff may resume within the quiet hours, which then count.
  const resumed = decide(today.until ?? facts.now);
  const then = resumed.do === 'wait' && resumed.until !== null ? decide(resumed.until) : resumed;
  if (then.do === 'send') return { leaves: today.until ?? 'paused', message: then };
  return then.do === 'suppress' && then.kind
    ? { leaves: 'never', kind: then.kind, causes: then.causes }
    : undefined;
}
