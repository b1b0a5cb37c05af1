import type { Person } from '../../../src/contracts/accounts/people.ts';
import { ROLE_WORDS } from '../../../src/contracts/accounts/roles.ts';
import { stylistName } from '../data/stylist-name.ts';
import type { useTeam } from '../data/team.ts';
import { capital } from '../ui/capital.ts';

/** The rights of each role, in words. */
export const ROLE_ABOUT: Readonly<Record<Person['role'], string>> = {
  owner: 'everything, with revenue, settings and people',
  front_desk: 'appointments, customers, messages and today’s takings',
  stylist: 'their own appointments: completing them, notes, and their own blocked times',
};

export const roleName = (role: Person['role']): string => capital(ROLE_WORDS[role]);

/** `Owner`, or `Stylist · Bea Stone`. */
export function roleText(
  { role, stylist_id }: Pick<Person, 'role' | 'stylist_id'>,
  stylists: ReturnType<typeof useTeam>['stylists'],
): string {
  const stylist = stylists.find(({ id }) => id === stylist_id);
  return stylist ? `${roleName(role)} · ${stylistName(stylist)}` : roleName(role);
}

export const personName = ({ name, email }: Pick<Person, 'name' | 'email'>): string => name || email;
