import { derivedId } from '../../src/eventsourcing/identity.ts';
import { addSalonDays, intervalOf, type SalonDate } from '../../src/salon/salon-time.ts';
import { dice } from './dice.ts';
import type { DemoSalon } from './salon.ts';
import type { Staff } from './staff.ts';
import { BLOCK_REASONS, DESCRIPTIONS } from './texts.ts';
import type { Timeline } from './timeline.ts';
import type { Week } from './week.ts';

interface UpkeepDeps {
  readonly salon: DemoSalon;
  readonly week: Week;
  readonly timeline: Timeline;
  readonly staff: Staff;
  readonly prices: Map<string, number>;
  readonly seed: number;
}

const CENTS_PER_HOUR = 7_000;
const STEP_CENTS = 500;
const RAISES = [560, 300, 45];
const LONGER_FROM = 400;
const LONGER_UNTIL = 330;
const BLOCKED_AHEAD = 50;

/** Adds to the timeline what staff do for the salon itself: services, prices, opening hours, blocked dates. */
export function planUpkeep({ salon, week, timeline, staff, prices, seed }: UpkeepDeps): void {
  const { owner, desk } = staff;
  const { profile, send } = salon;
  const { blockedDateCommands } = salon.booking;
  const { commands: catalogueCommands } = salon.catalogue;
  const { commands: hoursCommands } = salon.hours;
  const luck = dice(seed + 1);
  const daysAgo = (days: number) => addSalonDays(week.today, -days);
  const isLived = (date: SalonDate) => date > week.beginning;
  const first = week.at(week.beginning, 540);
  /** The time of a day; the beginning, if the day lies before it. */
  const onDay = (date: SalonDate, minutes: number) => (isLived(date) ? week.at(date, minutes) : first);

  for (const [index, service] of profile.services.entries()) {
    const cents =
      service.price_cents || Math.round(((service.duration_minutes / 60) * CENTS_PER_HOUR) / 500) * 500;
    prices.set(service.id, cents);
    const offer = {
      priceCents: cents,
      description: service.description || (DESCRIPTIONS[service.category] ?? ''),
    };
    timeline.add(new Date(first.getTime() + index * 60_000), async () => {
      const sent = { actor: owner, command: 'change-service', subject: service.id, body: offer };
      await send(sent, (run) => catalogueCommands.change(service.id, { offer }, run));
    });
  }
  for (const days of RAISES) {
    if (!isLived(daysAgo(days))) continue;
    for (const service of profile.services) {
      if (!luck.happens(0.4)) continue;
      timeline.add(week.at(daysAgo(days), 560 + luck.between(0, 30)), async () => {
        const priceCents = (prices.get(service.id) ?? 0) + STEP_CENTS;
        prices.set(service.id, priceCents);
        const offer = { priceCents };
        const sent = { actor: owner, command: 'change-service', subject: service.id, body: offer };
        await send(sent, (run) => catalogueCommands.change(service.id, { offer }, run));
      });
    }
  }
  planServiceOnTrial();
  planHours();
  planBlocks();

  /** A service that was tried, paused, and given up. */
  function planServiceOnTrial(): void {
    if (!isLived(daysAgo(640))) return;
    const id = derivedId('demo', 'service', seed);
    const offer = {
      name: 'Express Gloss',
      description: 'A quick gloss between two colors.',
      category: 'Hair Color' as const,
      publicGroup: 'Color' as const,
      priceCents: 3_900,
      priceText: null,
      durationMinutes: 30,
    };
    const step = (days: number, command: string, work: Parameters<typeof send>[1]) =>
      timeline.add(week.at(daysAgo(days), 600), async () => {
        await send({ actor: desk, command, subject: id }, work);
      });
    step(640, 'add-service', (run) => catalogueCommands.add({ id, offer, active: true }, run));
    const active = (isActive: boolean) => ({ offer: {}, active: isActive });
    step(500, 'deactivate-service', (run) => catalogueCommands.change(id, active(false), run));
    step(470, 'activate-service', (run) => catalogueCommands.change(id, active(true), run));
    step(380, 'remove-service', (run) => catalogueCommands.remove(id, run));
  }

  function planHours(): void {
    for (const { dayOfWeek, from, start, end } of week.added) {
      timeline.add(onDay(addSalonDays(from, -7), 545 + dayOfWeek), async () => {
        const hours = { dayOfWeek, start, end };
        await send({ actor: owner, command: 'add-hours', body: hours }, (run) =>
          hoursCommands.add(hours, run),
        );
      });
    }
    const longer = profile.hours.at(-2);
    if (!longer || !isLived(daysAgo(LONGER_FROM))) return;
    const hoursId = derivedId('seed', 'hours', longer.day_of_week, longer.start_time);
    const { start, end } = intervalOf(longer);
    const changed = (days: number, hours: { start: number; end: number }) =>
      timeline.add(week.at(daysAgo(days), 570), async () => {
        await send({ actor: desk, command: 'change-hours', subject: hoursId, body: hours }, (run) =>
          hoursCommands.change(hoursId, hours, run),
        );
      });
    changed(LONGER_FROM, { start, end: end + 60 });
    changed(LONGER_UNTIL, { start, end });
    // Switched off by mistake, and on again.
    for (const [minutes, isAvailable] of [
      [581, false],
      [583, true],
    ] as const) {
      timeline.add(week.at(daysAgo(LONGER_UNTIL), minutes), async () => {
        await send({ actor: desk, command: 'switch-hours', subject: hoursId, body: { isAvailable } }, (run) =>
          hoursCommands.switch(hoursId, isAvailable, run),
        );
      });
    }
  }

  function block(date: SalonDate, reason: string, at: Date): void {
    timeline.add(at, async () => {
      const body = { date, reason, acknowledged: true };
      const blocked = await send({ actor: owner, command: 'block-date', body }, (run) =>
        blockedDateCommands.blockDate(body, run),
      );
      if (!blocked || reason !== BLOCK_REASONS.training || !luck.happens(0.5)) return;
      const other = 'Team training: new color line';
      timeline.add(new Date(at.getTime() + 30 * 60_000), async () => {
        const sent = {
          actor: desk,
          command: 'change-block',
          subject: blocked.blockId,
          body: { reason: other },
        };
        await send(sent, (run) => blockedDateCommands.changeReason(blocked.blockId, other, run));
      });
    });
  }

  function planBlocks(): void {
    for (const [date, reason] of week.blocked) {
      const ahead = onDay(addSalonDays(date, -BLOCKED_AHEAD), 555 + (date.charCodeAt(9) % 10));
      block(date, reason, ahead > week.now ? new Date(week.now.getTime() - 3_600_000) : ahead);
    }
    // A day that was blocked and opened again.
    const [blockedOn, date, openedOn] = [daysAgo(131), daysAgo(98), daysAgo(130)];
    if (!isLived(blockedOn) || week.blocked.has(date)) return;
    timeline.add(week.at(blockedOn, 640), async () => {
      const body = { date, reason: 'Plumber', acknowledged: true };
      const blocked = await send({ actor: desk, command: 'block-date', body }, (run) =>
        blockedDateCommands.blockDate(body, run),
      );
      if (!blocked) return;
      timeline.add(week.at(openedOn, 640), async () => {
        await send({ actor: desk, command: 'unblock-date', subject: blocked.blockId }, (run) =>
          blockedDateCommands.unblockDate(blocked.blockId, run),
        );
      });
    });
  }
}
