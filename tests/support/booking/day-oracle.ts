import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import type { AgendaEvent } from '../../../src/features/booking/agenda/events.ts';

interface Time {
  readonly start: number;
  readonly end: number;
}

interface Taken extends Time {
  readonly parts?: readonly Time[] | undefined;
}

const overlap = (one: Time, other: Time) => one.start < other.end && other.start < one.end;
/** Whether one occupies time of the other. */
const occupies = ({ parts, ...time }: Taken, other: Time) =>
  (parts ?? [time]).some((part) => overlap(part, other));
const isWithin = (time: Time, windows: readonly Time[]) =>
  windows.some(({ start, end }) => start <= time.start && time.end <= end);
const WHOLE_DAY: Time = { start: 0, end: 1440 };

/**
 * Finds the decisions on a salon day that its blocks and hours forbid. It reads the events one by one and shares no
 * code with the decider.
 *
 * @param weekly the hours of every week
 * @param careful positions of the events whose actors hadn't acknowledged any appointments
 */
export function forbiddenOn(
  day: readonly RecordedEvent[],
  weekly: readonly Time[],
  careful: ReadonlySet<string> = new Set(),
): string[] {
  const forbidden: string[] = [];
  const taken = new Map<string, Taken>();
  /** Blocks of the whole date and of parts of it. */
  const blocks = new Map<string, Time>();
  /** The slots that were taken at each event; an undo of it may count on them. */
  const takenAt = new Map<string, ReadonlySet<string>>();
  let hours = weekly;

  for (const recorded of day) {
    const { id, position, metadata } = recorded;
    const event = recorded as unknown as AgendaEvent;
    const report = (what: string) => forbidden.push(`${position}: ${event.type} ${what}`);
    const takenBeforeUndone = takenAt.get(metadata.causationId);
    takenAt.set(id, new Set(taken.keys()));
    const changeHours = (after: readonly Time[]) => {
      const isLeft = (slot: Time) => isWithin(slot, hours) && !isWithin(slot, after);
      if ((takenBeforeUndone || careful.has(position)) && [...taken.values()].some(isLeft))
        report('leaves an appointment outside');
      hours = after;
    };
    switch (event.type) {
      case 'SlotTaken':
      case 'SlotHeld':
        if ([...blocks.values()].some((block) => occupies(event.data, block))) report('is in a block');
        if (metadata.actor.kind === 'customer' && !isWithin(event.data, hours))
          report('is outside the hours');
        if (event.type === 'SlotTaken') taken.set(event.data.slotId, event.data);
        break;
      case 'SlotReleased':
        taken.delete(event.data.slotId);
        break;
      case 'DateBlocked':
      case 'TimeBlocked':
      case 'BlockedTimeMoved': {
        const { blockId } = event.data;
        const time = event.type === 'DateBlocked' ? WHOLE_DAY : event.data;
        if (time === WHOLE_DAY && [...blocks.values()].includes(WHOLE_DAY)) report('is there already');
        const before = blocks.get(blockId);
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
      case 'DayHoursSet':
        changeHours(event.data.windows);
        break;
      case 'DayHoursCleared':
        changeHours(weekly);
        break;
      default:
    }
  }
  return forbidden;
}
