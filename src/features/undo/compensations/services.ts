import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import { type OfferChange, serviceEventTypes } from '../../catalogue/events.ts';
import { type Done, latestValue, type Undoing } from './compensation.ts';

/** The commands on services by which others are undone. */
export interface ServiceUndoCommands {
  change(
    serviceId: string,
    change: { readonly offer: OfferChange; readonly active?: boolean | undefined },
    run: CommandRun,
  ): Promise<Done>;
  restore(serviceId: string, run: CommandRun): Promise<Done>;
}

/** The last offer in these events. */
const offerAfter = (events: readonly RecordedEvent[]): Required<OfferChange> | undefined =>
  latestValue(events, serviceEventTypes, ({ type, data }) => {
    if (type !== 'ServiceAdded' && type !== 'ServiceChanged' && type !== 'ServiceRestored') return undefined;
    const {
      name,
      description,
      category,
      publicGroup,
      priceCents,
      priceText,
      durationMinutes,
      gap = null,
    } = data;
    return { name, description, category, publicGroup, priceCents, priceText, durationMinutes, gap };
  });

/** The fields of an offer that a command has changed, as they were before. */
function formerFields({ command, before }: Undoing): OfferChange {
  const after = offerAfter(command);
  if (!after) return {};
  return Object.fromEntries(
    Object.entries(offerAfter(before) ?? after).filter(
      ([field, value]) => !isDeepStrictEqual(value, after[field as keyof OfferChange]),
    ),
  );
}

/** Undoes a change of a service. Fields that only later commands have changed stay. */
export function undoOnService(commands: ServiceUndoCommands, undoing: Undoing): Promise<Done> {
  const { command, run } = undoing;
  const { serviceId } = upcast(command[0], serviceEventTypes).data;
  const has = (type: keyof typeof serviceEventTypes) => command.some((event) => event.type === type);
  if (has('ServiceRemoved')) return commands.restore(serviceId, run);
  const isSwitched = has('ServiceActivated') || has('ServiceDeactivated');
  if (!isSwitched && !has('ServiceChanged')) throw refuse('not-undoable');
  const active = isSwitched ? has('ServiceDeactivated') : undefined;
  return commands.change(serviceId, { offer: formerFields(undoing), active }, run);
}
