import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { create } from 'zustand';
import type { Calendar } from '../../../../src/contracts/bookings/calendar.ts';
import { useOwnStylist } from '../../data/role.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { TEAM } from '../../data/team.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form/field.tsx';
import { rememberedChoice } from '../../ui/remembered-choice.ts';
import { type Resource, stylistsIn } from './resources.ts';
import { StylistChip } from './stylist-chip.tsx';

const ALL = 'all';
const choice = rememberedChoice('calendar-stylist');
/** The dashboard's own, since links of other screens lead to one stylist's calendar. */
export const DASHBOARD_CHOICE = rememberedChoice('dashboard-stylist');

/** A stylist's own choice, which lasts as long as the page: nobody misses an appointment for having looked at a colleague's days. */
const useOwnChoice = create<{ readonly by: string | null; readonly id: string }>(() => ({
  by: null,
  id: ALL,
}));

function useChoice({ useCurrent, choose } = choice) {
  const own = useOwnStylist();
  const remembered = useCurrent();
  const { by, id } = useOwnChoice();
  if (own === undefined) return { chosen: remembered, choose };
  return { chosen: by === own ? id : own, choose: (id: string) => useOwnChoice.setState({ by: own, id }) };
}

interface Shown {
  /** The stylists who can be shown; none where the salon is no team. */
  readonly stylists: readonly Resource[];
  /** The one who is shown; undefined for all of them. */
  readonly stylist: Resource | undefined;
  readonly choose: (id: string) => void;
}

/**
 * The stylist whose appointments are shown, or all. This browser remembers the choice; stylists begin with their own. Former ones can be
 * chosen while they have appointments on these days.
 *
 * @param isOne whether those of the first stylist are shown where nothing was chosen, since there is room for one
 */
export function useShownStylist(
  calendar: Pick<Calendar, 'resources' | 'days'> | undefined,
  isOne = false,
  ofScreen = choice,
): Shown {
  const own = useOwnStylist();
  const { chosen, choose } = useChoice(ofScreen);
  // While other days are loading, the choice stays where it is.
  const [resources, setResources] = useState<Calendar['resources']>([]);
  if (calendar && calendar.resources !== resources) setResources(calendar.resources);
  const all = stylistsIn({ resources: calendar?.resources ?? resources });
  if (all.length < 2) return { stylists: [], stylist: undefined, choose };
  const found = all.find(({ id }) => id === chosen);
  const isShown = ({ id }: Resource) =>
    id === own || calendar?.days.some(({ bookings }) => bookings.some(({ stylist }) => stylist?.id === id));
  const stylists = all.filter((one) => !one.is_inactive || one === found || isShown(one));
  return { stylists, stylist: found ?? (isOne && chosen !== ALL ? stylists[0] : undefined), choose };
}

/**
 * The id of the stylist whose appointments alone are to be loaded; undefined for all.
 *
 * @param isNeeded false where all are loaded anyway
 * @returns null until it is known whether the one whom this browser remembers is in the team
 */
export function useAskedStylist(isNeeded: boolean): string | null | undefined {
  const { chosen } = useChoice();
  const isAsked = isNeeded && chosen !== null && chosen !== ALL;
  const { data, error } = useAdminQuery(TEAM, isAsked ? 'all' : null);
  if (!isAsked) return undefined;
  if (!data) return error ? chosen : null;
  return data.stylists.find(({ id }) => id === chosen)?.id;
}

/** The calendar shows this stylist's days from now on. */
export const showStylist = (id: string): void => choice.choose(id);

/** Shows the stylist after the present one, or before; after the last comes the first. */
export function turnStylist({ stylists, stylist, choose }: Shown, by: 1 | -1): void {
  const at = stylists.findIndex(({ id }) => id === stylist?.id);
  const next = stylists.at(at === -1 && by === -1 ? -1 : (at + by) % stylists.length);
  if (next) choose(next.id);
}

/** Chooses whose appointments are shown. It is also the legend of their colours. */
export function StylistChoice({ stylists, stylist, choose }: Shown) {
  if (stylists.length === 0) return null;
  return (
    <fieldset className="flex items-center gap-1.5 -mx-0.5 -mt-0.5 overflow-x-auto p-0.5 pb-3 lg:flex-wrap print:hidden">
      <legend className="sr-only">Stylist</legend>
      <AdminButton aria-pressed={stylist === undefined} onClick={() => choose(ALL)}>
        All
      </AdminButton>
      {stylists.map((one) => (
        <AdminButton
          key={one.id}
          aria-pressed={one === stylist}
          className="shrink-0"
          onClick={() => choose(one.id)}
        >
          <StylistChip stylist={one} className="size-5 text-[0.625rem]" />
          <span className="max-w-40 truncate">{stylistName(one)}</span>
        </AdminButton>
      ))}
    </fieldset>
  );
}

/** The same on a phone, which shows one at a time. */
export function StylistTurns(shown: Shown) {
  const { stylists, stylist, choose } = shown;
  if (stylists.length === 0) return null;
  const turn = (label: string, by: 1 | -1, Icon: typeof ChevronLeft) => (
    <AdminButton aria-label={label} className="px-1.5!" onClick={() => turnStylist(shown, by)}>
      <Icon aria-hidden="true" className="size-4" />
    </AdminButton>
  );
  return (
    <div className="flex items-center gap-1 pb-2 print:hidden">
      {turn('Stylist before', -1, ChevronLeft)}
      <span className="flex min-w-0 flex-1 items-center gap-2">
        {stylist && <StylistChip stylist={stylist} className="size-6 text-[0.6875rem]" />}
        <select
          aria-label="Stylist"
          value={stylist?.id ?? ALL}
          onChange={({ target }) => choose(target.value)}
          className={controlClass}
        >
          <option value={ALL}>All</option>
          {stylists.map((one) => (
            <option key={one.id} value={one.id}>
              {stylistName(one)}
            </option>
          ))}
        </select>
      </span>
      {turn('Stylist after', 1, ChevronRight)}
    </div>
  );
}
