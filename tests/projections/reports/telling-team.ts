import { FIRST } from '../../../src/salon/parts.ts';
import type { Fact } from '../events.ts';

/** Who works in a random salon, and when. */
export type TeamWhat = 'addStylist' | 'setWeek' | 'switchStylist';

interface TeamStep {
  readonly one: number;
  readonly other: number;
}

const IDS = ['ann', 'bea'];

/** A salon of one stylist, until others come. */
export function createTellingOfTeam(tell: (fact: Fact) => void) {
  const active = new Map([[FIRST, true]]);
  const on = (id: string, type: string, data: Fact['data'] = {}) =>
    tell({ stream: `stylist-${id}`, type, data });
  const anyone = (n: number): string => [...active.keys()][n % active.size] ?? FIRST;

  const steps: Readonly<Record<TeamWhat, (step: TeamStep) => void>> = {
    addStylist() {
      const id = IDS[active.size - 1];
      if (id === undefined) return;
      active.set(id, true);
      const personal = { name: id, title: '' };
      on(id, 'StylistAdded', { personal, services: null, order: active.size, online: true });
    },
    setWeek({ one, other }) {
      const windows = [{ start: 600 + 15 * one, end: 1_000 + 20 * other }];
      const week = [0, 1, 3].map((dayOfWeek) => ({ dayOfWeek, windows }));
      on(anyone(one), 'StylistHoursSet', { week: other % 4 === 0 ? null : week });
    },
    switchStylist({ one }) {
      const id = anyone(one);
      const isActive = !active.get(id);
      active.set(id, isActive);
      on(id, isActive ? 'StylistActivated' : 'StylistDeactivated');
    },
  };
  return { anyone, steps };
}
