import { DropdownMenu } from 'radix-ui';
import { shortRange } from '../plan/words.ts';
import type { Hours, HoursActions } from './hours.ts';

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none data-highlighted:bg-sand pointer-coarse:min-h-11';

/** Hours above a day of the week: the switch, Edit and Delete are in a menu, as seven days have no room for them. */
export function HoursMenu({ date, hours, actions }: { date: string; hours: Hours; actions: HoursActions }) {
  const { is_available } = hours;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="-mx-1 flex min-h-7 w-full items-center rounded-md px-1 text-left text-xs whitespace-nowrap tabular-nums hover:bg-sand focus-visible:-outline-offset-2 pointer-coarse:min-h-11">
        {is_available ? (
          shortRange(hours)
        ) : (
          <>
            <s className="text-stone">{shortRange(hours)}</s>
            <span className="sr-only"> (off)</span>
          </>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 rounded-md border border-line bg-panel p-1 text-sm shadow-md"
        >
          <DropdownMenu.CheckboxItem
            checked={is_available}
            onSelect={() => actions.turn(hours, !is_available)}
            className={`${itemClass} justify-between`}
          >
            Available
            <span className="text-stone">{is_available ? 'On' : 'Off'}</span>
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.Item onSelect={() => actions.edit(date, hours)} className={itemClass}>
            Edit
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => actions.remove(date, hours)} className={`${itemClass} text-bad`}>
            Delete
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
