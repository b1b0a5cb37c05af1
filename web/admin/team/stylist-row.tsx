import { ArrowDown, ArrowUp, GripVertical, Pencil } from 'lucide-react';
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
import type { useDragOrder } from './use-drag-order.ts';

/** A line at the edge where the dragged row would be dropped. */
const EDGE = 'after:absolute after:inset-x-0 after:h-0.5 after:bg-brass';
const EDGES = { above: `${EDGE} after:-top-px`, below: `${EDGE} after:-bottom-px` };

/** A stylist who takes appointments, with what they do and when. */
export function StylistRow({
  stylist,
  isAlone,
  drag: { isDragged, dropEdge, grip, handlers },
  onUp,
  onDown,
  onEdit,
  actions,
}: {
  stylist: AdminStylist;
  /** Of the only one there is, nothing but the name and the title matters. */
  isAlone: boolean;
  drag: ReturnType<ReturnType<typeof useDragOrder>>;
  /** They move one place; undefined at the end. */
  onUp: (() => Promise<void>) | undefined;
  onDown: (() => Promise<void>) | undefined;
  onEdit: () => void;
  actions: readonly MenuItem[];
}) {
  const { id, title, online, version } = stylist;
  const name = stylistName(stylist);
  const isFresh = useIsFresh(stylistTopic(stylist));
  const change = useCommand(CHANGE_STYLIST);
  const { undoButton } = useEventUndo();

  async function switchOnline(wanted: boolean) {
    try {
      const answer = await change.send({ id, changes: { online: wanted } }, version);
      const done = wanted ? `Visitors can book ${name}` : `Visitors can’t book ${name} any more`;
      toastSuccess(done, undefined, undoButton('settings', 'team', answer));
    } catch (error) {
      toastFailure(error);
    }
  }
  const arrow = (icon: typeof ArrowUp, label: string, move: typeof onUp) => (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={move === undefined || undefined}
      onClick={async ({ currentTarget }) => {
        await move?.();
        // The row has moved, and with it the button that had the focus.
        currentTarget.focus();
      }}
    />
  );

  return (
    <li
      {...handlers}
      className={`relative grid items-center gap-x-3 gap-y-1 px-4 py-2.5 transition-colors duration-500 ${isAlone ? 'grid-cols-[auto_minmax(0,1fr)_auto]' : 'grid-cols-[auto_minmax(0,1fr)] sm:grid-cols-[auto_minmax(0,1fr)_auto]'} ${isFresh ? 'bg-warn-tint' : ''} ${isDragged ? 'opacity-50' : ''} ${dropEdge ? EDGES[dropEdge] : ''}`}
    >
      <div className="flex items-center">
        {/* A finger uses the arrows, as keys do. */}
        {!isAlone && (
          <span
            {...grip}
            title="Drag to another place"
            className="-ml-3 cursor-grab px-1 py-2 text-stone hover:text-ink pointer-coarse:hidden"
          >
            <GripVertical aria-hidden="true" className="size-4" />
          </span>
        )}
        <Portrait stylist={stylist} />
      </div>
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
        <div
          className={`flex flex-wrap items-center justify-end gap-1 ${isAlone ? '' : 'max-sm:col-span-2'}`}
        >
          {!isAlone && (
            <>
              <span className="text-xs text-stone" aria-hidden="true">
                Online
              </span>
              <Switch
                label={`Visitors can book ${name}`}
                checked={online}
                onChange={(wanted) => void switchOnline(wanted)}
              />
              {arrow(ArrowUp, `Move ${name} up`, onUp)}
              {arrow(ArrowDown, `Move ${name} down`, onDown)}
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
