import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import type { AgendaEvent } from '../../../src/features/booking/agenda/events.ts';

interface Time {
  readonly start: number;
  readonly end: number;
}

interface Taken extends Time {
  readonly parts?: readonly (Time & { readonly resource: string })[] | undefined;
}

/** Without a resource it is for everybody. */
interface Blocked extends Time {
  readonly resource?: string | undefined;
}

const stylistOf = ({ parts }: Taken) => parts?.[0]?.resource ?? 'first';
const overlap = (one: Time, other: Time) => one.start < other.end && other.start < one.end;
/** Whether one occupies time of the other. */
const occupies = (taken: Taken, block: Blocked) =>
  (block.resource === undefined || block.resource === stylistOf(taken)) &&
  (taken.parts ?? [taken]).some((part) => overlap(part, block));
const isWithin = (time: Time, windows: readonly Time[]) =>
  windows.some(({ start, end }) => start <= time.start && time.end <= end);
const WHOLE_DAY: Time = { start: 0, end: 1440 };

/**
 * Finds the decisions on a salon day that its blocks and hours forbid. It reads the events one by one and shares no
 * code with the decider.
 *
 * @param weekly the hours of every week
 * @param careful positions of the events whose actors hadn't acknowledged any appointments
 * @param ownWeekly the hours of every week of stylists who have their own
 */
export function forbiddenOn(
  day: readonly RecordedEvent[],
  weekly: readonly Time[],
  careful: ReadonlySet<string> = new Set(),
  ownWeekly: Readonly<Record<string, readonly Time[]>> = {},
): string[] {
  const forbidden: string[] = [];
  const taken = new Map<string, Taken>();
  /** Blocks of the whole date and of parts of it. */
  const blocks = new Map<string, Blocked>();
  /** The slots that were taken at each event; an undo of it may count on them. */
  const takenAt = new Map<string, ReadonlySet<string>>();
  let hours = weekly;
  const ownHours = new Map<string, readonly Time[]>();
  /** Within the salon's hours, and within the stylist's where they have their own. */
  const isOpenFor = (slot: Taken) => {
    const own = ownHours.get(stylistOf(slot)) ?? ownWeekly[stylistOf(slot)];
    return isWithin(slot, hours) && (own === undefined || isWithin(slot, own));
  };

  for (const recorded of day) {
    const { id, position, metadata } = recorded;
    const event = recorded as unknown as AgendaEvent;
    const report = (what: string) => forbidden.push(`${position}: ${event.type} ${what}`);
    const takenBeforeUndone = takenAt.get(metadata.causationId);
    takenAt.set(id, new Set(taken.keys()));
    const changeHours = (change: () => void) => {
      const inside = [...taken.values()].filter(isOpenFor);
      change();
      if ((takenBeforeUndone || careful.has(position)) && !inside.every(isOpenFor))
        report('leaves an appointment outside');
    };
    switch (event.type) {
      case 'SlotTaken':
      case 'SlotHeld':
        if ([...blocks.values()].some((block) => occupies(event.data, block))) report('is in a block');
        if (metadata.actor.kind === 'customer' && !isOpenFor(event.data)) report('is outside the hours');
        if (event.type === 'SlotTaken') taken.set(event.data.slotId, event.data);
        break;
      case 'SlotReleased':
        taken.delete(event.data.slotId);
        break;
      case 'DateBlocked':
      case 'TimeBlocked':
      case 'BlockedTimeMoved': {
        const { blockId } = event.data;
        const before = blocks.get(blockId);
        const time: Blocked =
          event.type === 'DateBlocked'
            ? WHOLE_DAY
            : event.type === 'TimeBlocked'
              ? event.data
              : { ...event.data, resource: before?.resource };
        if (time === WHOLE_DAY && [...blocks.values()].includes(WHOLE_DAY)) report('is there already');
        const under = [...taken].filter(([, slot]) => occupies(slot, time));
        if (careful.has(position) && under.some(([, slot]) => !before || !occupies(slot, before)))
          report('is over an appointment that nobody knew of');
        if (takenBeforeUndone && under.some(([slotId]) => !takenBeforeUndone.has(slotId)))
          report('is over an appointment made since');
        blocks.set(blockId, time);
        break;
      }
      case 'DateUnblocked':
      case 'TimeUnblocked':
        blocks.delete(event.data.blockId);
        break;
      case 'DayHoursSet': {
        const { resource, windows } = event.data;
        changeHours(() => {
          if (resource === undefined) hours = windows;
          else ownHours.set(resource, windows);
        });
        break;
      }
      case 'DayHoursCleared': {
        const { resource } = event.data;
        changeHours(() => {
          if (resource === undefined) hours = weekly;
          else ownHours.delete(resource);
        });
        break;
      }
      default:
    }
  }
  return forbidden;
}
