import { isMissingTable, isOutage } from '../../src/adapters/postgres/outage.ts';
import { refuse } from '../../src/http/refusal.ts';
import { FIRST } from '../../src/salon/parts.ts';
import { stylistWords } from '../../src/salon/stylist-words.ts';
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
    const named = (id: string) => (isTeam(stylists) ? byId.get(id) : undefined);
    return {
      isTeam: isTeam(stylists),
      of(id) {
        const stylist = named(id);
        return stylist ? { stylist: { id: stylist.id, name: stylist.name } } : {};
      },
      called(id) {
        const stylist = named(id);
        return stylist && stylistWords(stylist);
      },
      check(id) {
        if (id !== undefined && id !== FIRST && !byId.has(id)) throw refuse('unknown-stylist');
      },
    };
  },
});
