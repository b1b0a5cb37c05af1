import { Menu } from '../../ui/menu/menu.tsx';
import { shortRange } from '../plan/calendar-text.ts';
import type { Hours, HoursActions } from './hours.ts';

/** Hours above a day of the week: the switch, Edit and Delete are in a menu, as seven days have no room for them. */
export function HoursMenu({ date, hours, actions }: { date: string; hours: Hours; actions: HoursActions }) {
  const { is_available } = hours;
  const [from, to] = shortRange(hours).split(' – ');
  return (
    <Menu
      inPortal
      align="start"
      items={[
        { label: 'Available', isOn: is_available, onChoose: () => actions.turn(date, hours, !is_available) },
        { label: 'Edit', onChoose: () => actions.edit(date, hours) },
        { label: 'Delete', isGrave: true, onChoose: () => actions.remove(date, hours) },
      ]}
      className="-mx-1 flex min-h-7 w-full items-center rounded-md px-1 text-left text-xs whitespace-nowrap tabular-nums max-lg:whitespace-normal hover:bg-sand focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
    >
      {is_available ? (
        <span>
          {/* On two lines where there is no room for one, as on a tablet. */}
          <span className="whitespace-nowrap">{from} –</span> <span className="whitespace-nowrap">{to}</span>
        </span>
      ) : (
        <>
          <s className="text-stone">{shortRange(hours)}</s>
          <span className="sr-only"> (off)</span>
        </>
      )}
    </Menu>
  );
}
