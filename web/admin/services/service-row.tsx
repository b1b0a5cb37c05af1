import { Pencil, Trash2 } from 'lucide-react';
import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useIsFresh } from '../data/live/live-store.ts';
import { topicOf } from '../data/topics.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { AdminButton } from '../ui/button.tsx';
import { ControlsOf } from '../ui/controls-of.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { amountText, centsText } from '../ui/number-text.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { CHANGE_SERVICE } from './commands.ts';
import { PriceField } from './price-field.tsx';

const iconButtonClass = 'w-9 px-0! focus-visible:-outline-offset-2 pointer-coarse:w-11';

/** A service with its price, duration, whether it is active, and its actions. */
export function ServiceRow({
  service,
  shownPrice,
  onEdit,
  onDelete,
}: {
  service: AdminService;
  /** The price that visitors see; null for none, undefined while loading. */
  shownPrice: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { id, name, description, price_cents, duration_minutes, active, version } = service;
  const isFresh = useIsFresh(topicOf('service', id));
  const change = useCommand(CHANGE_SERVICE);
  const { undoButton } = useEventUndo();
  const offer = async (wanted: boolean) => {
    try {
      const answer = await change.send({ id, changes: { active: wanted } }, version);
      const undo = undoButton('service', id, answer);
      toastSuccess(wanted ? 'Service activated' : 'Service deactivated', undefined, undo);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 transition-colors duration-500 lg:grid-cols-[minmax(0,1fr)_9rem_5rem_auto] ${isFresh ? 'bg-warn-tint' : ''}`}
    >
      <div className="min-w-0 max-lg:col-span-2">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm font-medium wrap-anywhere">
          {name}
          {!active && <span className="text-xs font-normal text-stone">not offered</span>}
        </p>
        <p className="line-clamp-2 text-xs text-stone wrap-anywhere">{description || 'No description'}</p>
      </div>
      <ControlsOf thing={topicOf('service', id)}>
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-sm whitespace-nowrap tabular-nums max-sm:flex-col lg:contents">
          <span className="flex max-w-full flex-wrap items-baseline gap-x-2 lg:flex-col lg:items-end">
            <PriceField service={service} />
            {shownPrice !== undefined && amountText(shownPrice) !== centsText(price_cents) && (
              <span className="max-w-full truncate text-xs text-stone max-sm:whitespace-normal">{`shown “${shownPrice}”`}</span>
            )}
          </span>
          <span className="text-stone lg:text-right">{duration_minutes} min</span>
        </p>
        <div className="flex items-center justify-end gap-1">
          <Switch label={`${name} is active`} checked={active} onChange={offer} />
          <AdminButton
            look="quiet"
            data-row
            aria-label={`Edit ${name}`}
            onClick={onEdit}
            className={iconButtonClass}
          >
            <Pencil aria-hidden="true" className="size-4" />
          </AdminButton>
          <AdminButton
            look="quiet"
            aria-label={`Delete ${name}`}
            onClick={onDelete}
            className={iconButtonClass}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </AdminButton>
        </div>
      </ControlsOf>
    </li>
  );
}
