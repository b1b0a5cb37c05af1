import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import type { AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useIsFresh } from '../data/live/live-store.ts';
import { stylistName } from '../data/stylist-name.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { ControlsOf } from '../ui/controls-of.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { MenuItem } from '../ui/menu/menu-item.ts';
import { RowMenu } from '../ui/menu/row-menu.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { AheadList } from './ahead-list.tsx';
import { CHANGE_STYLIST, stylistTopic } from './commands.ts';
import { Portrait } from './portrait.tsx';
import { servicesText, weekText } from './stylist-text.ts';

/** A stylist who takes appointments, with what they do and when. */
export function StylistRow({
  stylist,
  isAlone,
  up,
  down,
  onEdit,
  actions,
}: {
  stylist: AdminStylist;
  /** Of the only one there is, nothing but the name and the title matters. */
  isAlone: boolean;
  /** The `order` with which they stand one place earlier, or later; undefined where there is none. */
  up: number | undefined;
  down: number | undefined;
  onEdit: () => void;
  actions: readonly MenuItem[];
}) {
  const { id, title, online, version } = stylist;
  const name = stylistName(stylist);
  const isFresh = useIsFresh(stylistTopic(stylist));
  const change = useCommand(CHANGE_STYLIST);
  const { undoButton } = useEventUndo();

  async function send(changes: Parameters<typeof change.send>[0]['changes'], done: string) {
    try {
      const answer = await change.send({ id, changes }, version);
      toastSuccess(done, undefined, undoButton('settings', 'team', answer));
    } catch (error) {
      toastFailure(error);
    }
  }
  const arrow = (icon: typeof ArrowUp, label: string, order: number | undefined, done: string) => (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={order === undefined || undefined}
      onClick={async ({ currentTarget }) => {
        if (order === undefined) return;
        await send({ order }, done);
        // The row has moved, and with it the button that had the focus.
        currentTarget.focus();
      }}
    />
  );

  return (
    <li
      className={`grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-4 py-2.5 transition-colors duration-500 sm:grid-cols-[auto_minmax(0,1fr)_auto] ${isFresh ? 'bg-warn-tint' : ''}`}
    >
      <Portrait stylist={stylist} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium wrap-anywhere">
          {name}
          {title && <span className="font-normal text-stone">{title}</span>}
        </p>
        {!isAlone && (
          <p className="text-xs text-stone">
            {servicesText(stylist)} · {weekText(stylist)}
          </p>
        )}
      </div>
      <ControlsOf thing={stylistTopic(stylist)}>
        <div className="flex flex-wrap items-center justify-end gap-1 max-sm:col-span-2">
          {!isAlone && (
            <>
              <span className="text-xs text-stone" aria-hidden="true">
                Online
              </span>
              <Switch
                label={`Visitors can book ${name}`}
                checked={online}
                onChange={(wanted) =>
                  void send(
                    { online: wanted },
                    wanted ? `Visitors can book ${name}` : `Visitors can’t book ${name} any more`,
                  )
                }
              />
              {arrow(ArrowUp, `Move ${name} up`, up, `${name} moved up`)}
              {arrow(ArrowDown, `Move ${name} down`, down, `${name} moved down`)}
            </>
          )}
          <IconButton icon={Pencil} label={`Edit ${name}`} data-row onClick={onEdit} />
          {!isAlone && <RowMenu label={`More about ${name}`} actions={actions} />}
        </div>
      </ControlsOf>
    </li>
  );
}

/** A stylist who takes no appointments any more, with those that are still to be handed over. */
export function FormerStylistRow({
  stylist,
  actions,
}: {
  stylist: AdminStylist;
  actions: readonly MenuItem[];
}) {
  const name = stylistName(stylist);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <Portrait stylist={stylist} />
      <div className="min-w-0 text-sm text-stone wrap-anywhere">
        <p className="font-medium">{name}</p>
        {stylist.title && <p className="text-xs">{stylist.title}</p>}
      </div>
      {actions.length > 0 && (
        <ControlsOf thing={stylistTopic(stylist)}>
          <RowMenu label={`More about ${name}`} actions={actions} />
        </ControlsOf>
      )}
      <AheadList stylist={stylist} />
    </li>
  );
}
