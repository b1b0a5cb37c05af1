import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import type { StylistWeek } from '../../../salon/team.ts';
import { type Card, type CardChange, FIRST_CARD, idOfStylist, stylistEventTypes } from '../../team/events.ts';
import { type Done, latestValue, type Undoing } from './compensation.ts';

/** The commands on stylists by which others are undone. */
export interface TeamUndoCommands {
  change(stylistId: string, change: CardChange, run: CommandRun): Promise<Done>;
  setHours(stylistId: string, week: StylistWeek | null, run: CommandRun): Promise<Done>;
  activate(stylistId: string, run: CommandRun): Promise<Done>;
  deactivate(stylistId: string, run: CommandRun): Promise<Done>;
}

/** The card after these events. */
function cardAfter(events: readonly RecordedEvent[]): Card {
  const { personal, ...card } =
    latestValue(events, stylistEventTypes, ({ type, data }) =>
      type === 'StylistAdded' || type === 'StylistChanged' ? data : undefined,
    ) ?? FIRST_CARD;
  if (personal === ERASED) throw refuse('not-undoable');
  return { ...personal, ...card };
}

/** The fields of a card that a command has changed, as they were before. */
function formerFields({ command, before }: Undoing): CardChange {
  const after = cardAfter(command);
  return Object.fromEntries(
    Object.entries(cardAfter(before)).filter(
      ([field, value]) => !isDeepStrictEqual(value, after[field as keyof Card]),
    ),
  );
}

/** Undoes a change of a stylist. Fields that only later commands have changed stay. */
export function undoOnStylist(commands: TeamUndoCommands, undoing: Undoing): Promise<Done> {
  const { stream, command, before, run } = undoing;
  const id = idOfStylist(stream);
  switch (upcast(command[0], stylistEventTypes).type) {
    case 'StylistChanged':
      return commands.change(id, formerFields(undoing), run);
    case 'StylistHoursSet': {
      const week = latestValue(before, stylistEventTypes, ({ type, data }) =>
        type === 'StylistHoursSet' ? data.week : undefined,
      );
      return commands.setHours(id, week ?? null, run);
    }
    case 'StylistActivated':
      return commands.deactivate(id, run);
    case 'StylistDeactivated':
      return commands.activate(id, run);
    case 'StylistAdded':
    case 'StylistErased':
      throw refuse('not-undoable');
  }
}
