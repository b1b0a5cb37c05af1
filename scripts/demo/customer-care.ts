import type { Dice } from './dice.ts';
import type { Guest } from './plan.ts';
import type { DemoSalon } from './salon.ts';
import type { Staff } from './staff.ts';
import { CUSTOMER_NOTES } from './texts.ts';
import type { Timeline } from './timeline.ts';
import type { Week } from './week.ts';

export interface CustomerCare {
  priceOf(serviceId: string): number;
  afterVisit(guest: Guest, at: Date, luck: Dice): void;
  /** Somebody has booked with the contacts of two customers. */
  noticeDouble(guest: Guest, at: Date): void;
}

const DAY_MS = 86_400_000;
const MONTHS = 12;
const DAYS = 28;
/** One double in five is left for people who look at the demo. */
const LEFT_ALONE = 5;
/** Some ask to be forgotten so many days after a visit. */
const ERASED_AFTER_DAYS = 20;

export function createCustomerCare({
  salon,
  week,
  timeline,
  staff: { owner, desk },
  prices,
}: {
  readonly salon: DemoSalon;
  readonly week: Week;
  readonly timeline: Timeline;
  readonly staff: Staff;
  readonly prices: ReadonlyMap<string, number>;
}): CustomerCare {
  const { send } = salon;
  const { commands } = salon.customers;
  const known = new Set<Guest>();
  let doubles = 0;
  let erased = false;

  function forgetOnce(guest: Guest, customerId: string, at: Date): void {
    // Once in the salon's life somebody asks for it.
    if (erased || guest.isDouble || at.getTime() > week.now.getTime() - 60 * DAY_MS) return;
    erased = true;
    timeline.add(week.atDesk(new Date(at.getTime() + ERASED_AFTER_DAYS * DAY_MS)), async () => {
      await send({ actor: owner, command: 'erase-customer', subject: customerId }, (run) =>
        commands.erase(customerId, run),
      );
    });
  }

  return {
    priceOf: (serviceId) => prices.get(serviceId) ?? 0,

    afterVisit(guest, at, luck) {
      const { customerId, person } = guest;
      if (customerId === undefined || known.has(guest)) return;
      known.add(guest);
      if (guest.rhythm >= 500) {
        forgetOnce(guest, customerId, at);
        return;
      }
      if (!luck.happens(0.6)) return;
      const birthday = {
        birthdayMonth: 1 + Math.floor(luck.between(0, MONTHS)),
        birthdayDay: 1 + Math.floor(luck.between(0, DAYS)),
      };
      const notes = luck.happens(0.45) ? { notes: luck.oneOf(CUSTOMER_NOTES) } : {};
      const change = { ...(luck.happens(0.85) && birthday), ...notes };
      if (Object.keys(change).length === 0) return;
      const edit = async (body: typeof change & { email?: string }, actor: Staff['owner']) => {
        await send({ actor, command: 'change-customer', subject: customerId, body }, (run) =>
          commands.change(customerId, body, run),
        );
      };
      timeline.add(at, () => edit(change, luck.happens(0.5) ? owner : desk));
      if (luck.happens(0.06) && !guest.isDouble && person.email) {
        const email = person.email.replace('@', '+new@');
        timeline.add(week.atDesk(new Date(at.getTime() + 30 * DAY_MS)), () => edit({ email }, desk));
      }
    },

    noticeDouble({ customerId, atWorkId }, at) {
      doubles += 1;
      if (customerId === undefined || atWorkId === undefined || doubles % LEFT_ALONE === 0) return;
      const isSplit = doubles % LEFT_ALONE === 2;
      const merge = async () => {
        const body = { into: customerId };
        return send({ actor: owner, command: 'merge-customer', subject: atWorkId, body }, (run) =>
          commands.merge(atWorkId, customerId, run),
        );
      };
      const mergedAt = week.atDesk(new Date(at.getTime() + 5 * DAY_MS));
      timeline.add(mergedAt, async () => {
        const merged = await merge();
        if (!merged || !isSplit) return;
        const splitAt = new Date(mergedAt.getTime() + 600_000);
        timeline.add(splitAt, async () => {
          const body = { merge_id: merged.mergeId };
          await send({ actor: desk, command: 'split-customer', subject: customerId, body }, (run) =>
            commands.split(customerId, merged.mergeId, run),
          );
          timeline.add(week.atDesk(new Date(splitAt.getTime() + DAY_MS)), async () => {
            await merge();
          });
        });
      });
    },
  };
}
