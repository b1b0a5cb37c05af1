import type { Pool } from 'pg';
import type { AdminStylist } from '../../src/contracts/salon/admin-stylists.ts';
import {
  type Portrait,
  type PublicStylist,
  shownServices,
  shownWeek,
} from '../../src/contracts/salon/stylists.ts';
import { stylistStream } from '../../src/features/team/events.ts';
import { FIRST } from '../../src/salon/parts.ts';
import { type Stylist, withFirst } from '../../src/salon/team.ts';
import { createChangesReader } from '../engine/stored-tables.ts';
import {
  STYLIST_NAMES_TABLE,
  STYLISTS,
  STYLISTS_TABLE,
  type StylistRow,
  team,
  unrecorded,
} from './projection.ts';

export interface NamedStylist extends Stylist {
  /** Null once it was erased. The first stylist goes by the salon's name until they have one. */
  readonly name: string | null;
  /** Empty for none. */
  readonly title: string;
  readonly isErased: boolean;
  readonly version: number;
}

/** A stylist with the name as a query gives it: null where none is recorded. */
export type NamedRow = StylistRow & { readonly name: string | null; readonly title: string | null };

/** SQL: the rows of `STYLISTS`, of now or of a moment, with today's names. */
export const withNames = (stylists: string): string =>
  `select s.*, n.name, n.title from ${stylists} s left join ${STYLIST_NAMES_TABLE} n using (id)`;

/** All stylists in the salon's order, active or not; the first one is always among them. */
export function namedStylists(rows: readonly NamedRow[], salonName: string): readonly NamedStylist[] {
  const named = ({ id, services, place, online, active, erased, week, version, ...row }: NamedRow) => ({
    id,
    name: id === FIRST && !erased ? (row.name ?? salonName) : row.name,
    title: row.title ?? '',
    services,
    order: place,
    isOnline: online,
    isActive: active,
    isErased: erased,
    week,
    version,
  });
  const first = named({ ...unrecorded(stylistStream(FIRST)), name: null, title: null });
  return withFirst<NamedStylist>(rows.map(named), first);
}

interface TeamQueriesDeps {
  readonly pool: Pool;
  salonName(): string;
}

/** The salon's stylists, with their names. */
export function createTeam({ pool, salonName }: TeamQueriesDeps) {
  return {
    async all(): Promise<readonly NamedStylist[]> {
      const { rows } = await pool.query<NamedRow>({ name: 'team-all', text: withNames(STYLISTS_TABLE) });
      return namedStylists(rows, salonName());
    },
  };
}

/** Reads what has changed stylists. */
export const createStylistChanges = (pool: Pool) =>
  createChangesReader<StylistRow, []>(pool, team, STYLISTS, 'true');

export type TeamQueries = ReturnType<typeof createTeam>;

/** Portraits by the stylists' ids. */
type Portraits = ReadonlyMap<string, Portrait>;

/** Those whom visitors can book. */
export const publicStylists = (stylists: readonly NamedStylist[], portraits: Portraits): PublicStylist[] =>
  stylists
    .filter(({ isActive, isOnline }) => isActive && isOnline)
    .map(({ id, name, title, services }) => ({
      id,
      name: name ?? '',
      title,
      picture: portraits.get(id) ?? null,
      services: shownServices(services),
    }));

/** All in the form of the admin area: in order, but inactive and erased ones last. */
export const adminStylists = (
  stylists: readonly NamedStylist[],
  portraits: Portraits,
  ahead: ReadonlyMap<string, number>,
): AdminStylist[] =>
  stylists
    .map(({ id, name, title, services, order, isOnline, isActive, isErased, week, version }) => ({
      id,
      name,
      title,
      services: shownServices(services),
      order,
      online: isOnline,
      active: isActive,
      erased: isErased,
      week: shownWeek(week),
      picture: (isErased ? undefined : portraits.get(id)) ?? null,
      ahead: ahead.get(id) ?? 0,
      version,
    }))
    .sort(
      (one, other) =>
        Number(!one.active) - Number(!other.active) || Number(one.erased) - Number(other.erased),
    );
