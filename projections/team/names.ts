import { isMissingTable, isOutage } from '../../src/adapters/postgres/outage.ts';
import { refuse } from '../../src/http/refusal.ts';
import { FIRST } from '../../src/salon/parts.ts';
import { isTeam } from '../../src/salon/team.ts';
import type { StylistNaming } from '../stylist-of.ts';
import { team } from './projection.ts';
import type { TeamQueries } from './queries.ts';

/** Names the stylists of appointments as they are called today. */
export const createStylistNaming = ({ all }: Pick<TeamQueries, 'all'>): StylistNaming => ({
  model: team,
  async read() {
    // An answer without names is better than none: a new version of the table may be being built.
    const stylists = await all().catch((error) => {
      if (isMissingTable(error) || isOutage(error)) return [];
      throw error;
    });
    const byId = new Map(stylists.map((stylist) => [stylist.id, stylist]));
    return {
      isTeam: isTeam(stylists),
      of(id) {
        const stylist = isTeam(stylists) && byId.get(id);
        return stylist ? { stylist: { id: stylist.id, name: stylist.name } } : {};
      },
      check(id) {
        if (id !== undefined && id !== FIRST && !byId.has(id)) throw refuse('unknown-stylist');
      },
    };
  },
});
