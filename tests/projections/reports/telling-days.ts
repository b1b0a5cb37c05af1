import type { Fact } from '../events.ts';

/** Decisions of staff about single days in a random world. */
export type DayWhat =
  | 'block'
  | 'unblock'
  | 'blockTime'
  | 'moveTime'
  | 'unblockTime'
  | 'setDayHours'
  | 'clearDayHours';

interface DayStep {
  readonly one: number;
  readonly other: number;
  readonly start: number;
}

interface Telling<Step> {
  tell(fact: Fact): void;
  dateOf(step: Step): string;
  newBlock(): string;
  /** A stylist who is in the salon by then. */
  anyone(n: number): string;
}

/** The steps about single days, as the deciders would allow them. */
export function tellingOfDays<Step extends DayStep>({
  tell,
  dateOf,
  newBlock,
  anyone,
}: Telling<Step>): Readonly<Record<DayWhat, (step: Step) => void>> {
  const blocks = new Map<string, string>();
  const times = new Map<string, string>();
  /** Dates, with the stylist whose hours they are; null for the salon's. */
  const ownHours = new Map<string, { readonly date: string; readonly resource: string | null }>();
  /** Some decisions are about one stylist. */
  const forWhom = ({ one, other }: DayStep) => (other % 4 === 1 ? { resource: anyone(one) } : {});
  const nth = <T>(list: Iterable<T>, n: number): T | undefined => {
    const all = [...list];
    return all[n % Math.max(all.length, 1)];
  };
  const on = (date: string, type: string, data: Fact['data'] = {}) =>
    tell({ stream: `agenda-${date}`, type, data });
  const timeOf = ({ start, other }: DayStep) => ({
    start: Math.min(start, 1_380),
    end: Math.min(start, 1_380) + 15 * (1 + (other % 4)),
  });

  return {
    block(step) {
      const date = dateOf(step);
      if (blocks.has(date)) return;
      const blockId = newBlock();
      blocks.set(date, blockId);
      on(date, 'DateBlocked', { blockId, personal: { reason: '' } });
    },
    unblock({ one }) {
      const [date, blockId] = nth(blocks, one) ?? [];
      if (date === undefined) return;
      blocks.delete(date);
      on(date, 'DateUnblocked', { blockId });
    },
    blockTime(step) {
      const [date, blockId] = [dateOf(step), newBlock()];
      times.set(blockId, date);
      on(date, 'TimeBlocked', { blockId, ...forWhom(step), ...timeOf(step), personal: { reason: '' } });
    },
    moveTime(step) {
      const [blockId, date] = nth(times, step.one) ?? [];
      if (date !== undefined) on(date, 'BlockedTimeMoved', { blockId, ...timeOf(step) });
    },
    unblockTime({ one }) {
      const [blockId, date] = nth(times, one) ?? [];
      if (blockId === undefined || date === undefined) return;
      times.delete(blockId);
      on(date, 'TimeUnblocked', { blockId });
    },
    setDayHours(step) {
      const date = dateOf(step);
      const { resource = null } = forWhom(step);
      ownHours.set(`${date} ${resource}`, { date, resource });
      const [first, second] = [
        { start: 480 + 15 * step.one, end: 720 },
        { start: 720, end: 800 + 20 * step.other },
      ];
      on(date, 'DayHoursSet', { ...forWhom(step), windows: [[], [first], [first, second]][step.other % 3] });
    },
    clearDayHours({ one }) {
      const [key, hours] = nth(ownHours, one) ?? [];
      if (key === undefined || !hours) return;
      const { date, resource } = hours;
      ownHours.delete(key);
      on(date, 'DayHoursCleared', resource === null ? {} : { resource });
    },
  };
}
