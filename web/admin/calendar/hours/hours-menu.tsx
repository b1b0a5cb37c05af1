import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { Menu } from '../../ui/menu/menu.tsx';
import { shortRange } from '../../ui/time-range.ts';
import type { Hours, HoursActions } from './hours.ts';

const menuClass =
  '-mx-1 flex min-h-7 items-center md:w-full rounded-md px-1 text-left text-xs whitespace-nowrap tabular-nums max-lg:whitespace-normal hover:bg-sand focus-visible:-outline-offset-2 pointer-coarse:min-h-11';

/** Hours in the head of a day. The week has no room for switch, Edit and Delete, so they are in a menu. */
export function HoursMenu({ date, hours, actions }: { date: string; hours: Hours; actions: HoursActions }) {
  const { is_available } = hours;
  return (
    <Menu
      inPortal
      align="start"
      items={[
        {
          label: 'Available',
          isOn: is_available,
          onChoose: () => actions.switchHours(date, hours, !is_available),
        },
        { label: 'Edit', onChoose: () => actions.edit(date, hours) },
        { label: 'Delete', isGrave: true, onChoose: () => actions.remove(date, hours) },
      ]}
      className={menuClass}
    >
      {is_available ? <Range hours={hours} /> : <OffRange hours={hours} />}
    </Menu>
  );
}

/** The hours that a date has of its own, in its head. */
export function OwnHoursMenu({ day, actions }: { day: CalendarDay; actions: HoursActions }) {
  const { date, hours } = day;
  return (
    <Menu
      inPortal
      align="start"
      items={[
        { label: 'Edit', onChoose: () => actions.editOwn(date) },
        { label: 'Back to the weekly hours', onChoose: () => actions.backToWeekly(day) },
      ]}
      className={menuClass}
    >
      <span>
        {hours.length === 0 && 'Closed'}
        {hours.map((one) =>
          one.is_available ? <Range key={one.start} hours={one} /> : <OffRange key={one.start} hours={one} />,
        )}
        <span className="block text-stone">only on this date</span>
      </span>
    </Menu>
  );
}

const OffRange = ({ hours }: { hours: Interval }) => (
  <>
    <s className="text-stone">
      <Range hours={hours} />
    </s>
    <span className="sr-only"> (off)</span>
  </>
);

/** Breaks into two lines if there is no room for one, for example on a tablet. */
function Range({ hours }: { hours: Interval }) {
  const [from, to] = shortRange(hours).split(' – ');
  return (
    <span className="block">
      <span className="whitespace-nowrap">{from} –</span> <span className="whitespace-nowrap">{to}</span>
    </span>
  );
}
