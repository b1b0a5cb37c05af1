import type { Actor } from '../../contracts/history/actor.ts';
import type { ToldBefore, Undone } from '../../contracts/history/undo.ts';
import type { Problem, ProblemCode } from '../../contracts/problem.ts';
import { isTimeGivenAway } from '../../contracts/time-problems.ts';
import { DeadlineExceeded } from '../../eventsourcing/async/deadline.ts';
import { retrying } from '../../eventsourcing/async/retrying.ts';
import type { EventStore, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { RuleBroken, StaleVersion } from '../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';
import { type OwnBookings, onlyOf, type Staff } from '../../http/operation/sight.ts';
import { Refused, refuse } from '../../http/refusal.ts';
import { formatTime, type Minutes } from '../../salon/salon-time.ts';
import { AGENDA, parseAgendaId } from '../booking/agenda/events.ts';
import { BOOKING, bookingEventTypes, bookingStream, idOfBooking } from '../booking/appointment/events.ts';
import { CUSTOMER, MERGES } from '../customers/events.ts';
import { HOURS } from '../hours/events.ts';
import { isOfPicture } from '../pictures/events.ts';
import { REVIEW } from '../reviews/events.ts';
import { SALON } from '../settings/events.ts';
import { STYLIST } from '../team/events.ts';
import { type BookingUndoCommands, timeTakenAgain, undoOnBooking } from './compensations/bookings.ts';
import { type Done, latestValue, type Undoing } from './compensations/compensation.ts';
import { type CustomerUndoCommands, undoOnCard, undoOnMerges } from './compensations/customers.ts';
import { type DayUndoCommands, slotsTakenThen, timeBlockedAgain, undoOnDay } from './compensations/days.ts';
import { type HoursUndoCommands, undoOnHours } from './compensations/hours.ts';
import { type PictureUndoCommands, undoOnPicture } from './compensations/pictures.ts';
import { type ReviewUndoCommands, undoOnReview } from './compensations/reviews.ts';
import { type ServiceUndoCommands, undoOnService } from './compensations/services.ts';
import { type SettingsUndoCommands, undoOnSettings } from './compensations/settings.ts';
import { type TeamUndoCommands, undoOnStylist } from './compensations/team.ts';
import { decisionsIn, mayUndo } from './decisions.ts';
import { judge, undoCommandId, type Verdict } from './judge.ts';
import type { UndoReasons } from './reasons.ts';

/** An entry of the history: the stream and the thing of an event. */
interface Entry extends Pick<Undone, 'thing'> {
  readonly stream: string;
}

/** The commands by which others are undone. */
export interface UndoCommands {
  readonly bookings: BookingUndoCommands;
  readonly days: DayUndoCommands;
  readonly hours: HoursUndoCommands;
  readonly services: ServiceUndoCommands;
  readonly customers: CustomerUndoCommands;
  readonly pictures: PictureUndoCommands;
  readonly reviews: ReviewUndoCommands;
  readonly settings: SettingsUndoCommands;
  readonly team: TeamUndoCommands;
}

interface UndoDeps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  /** The entry of an event; undefined if there is no such event, or none that has a history. */
  entryOf(eventId: string): Promise<Entry | undefined>;
  readonly commands: UndoCommands;
  /** The messages that these events of a booking have caused and that its customer may have read. */
  toldOf(bookingId: string, eventIds: readonly string[]): Promise<readonly ToldBefore[]>;
  readonly ownBookings: OwnBookings;
  readonly reasons: UndoReasons;
}

interface Refusal extends Pick<Problem, 'affected'> {
  readonly code: string;
}

/** A refusal that an undo has another sentence for; undefined for any other error. */
function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof StaleVersion) return undefined;
  if (error instanceof RuleBroken) return { code: error.code };
  const isAffecting = error instanceof Refused && error.members.affected;
  return isAffecting ? { code: error.code, affected: error.members.affected } : undefined;
}

const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'customer-not-found': 'A customer whom this is about has been erased since.',
  'date-past': 'This day is over, so its hours can no longer be changed.',
  'hours-inverted':
    'The hours would end before they begin, since they were changed again. Please change them instead.',
  'hours-overlap': 'There are other hours at that time by now.',
  'last-stylist': 'Nobody else takes appointments by now. Please activate another stylist first.',
  'stylists-full': 'There are 30 active stylists by now.',
  'unknown-service': 'A service that the stylist did has been removed since.',
  'time-zone-fixed': 'There are appointments by now, so the time zone stays.',
  'same-customer': 'These customers have been merged again since.',
} satisfies Partial<Record<ProblemCode, string>>;

/** When a command has completed an appointment before its end, and so given back the rest of its time; undefined for any other command. */
function earlyEndOf(command: readonly RecordedEvent[]): Minutes | undefined {
  if (!command.some(({ type }) => type === 'BookingCompleted')) return undefined;
  return latestValue(command, bookingEventTypes, (event) =>
    event.type === 'BookingLengthChanged' ? event.data.end : undefined,
  );
}

/** Whether an appointment that had ended early has its whole time again. */
const timeAgain = (end: Minutes, hasClaimed: boolean | undefined) =>
  hasClaimed ? { has_time_again: true } : { has_time_again: false, ends_at: formatTime(end) };

const isOn = (category: string, stream: string) => stream.startsWith(`${category}-`);

/**
 * Undoes a command of staff by another one, whose id is derived from the first one's: so it is applied once, even if several people send it
 * several times. It is decided at the version of the stream at which it was found to be possible.
 */
export function createUndo({ store, entryOf, commands, toldOf, ownBookings, reasons }: UndoDeps) {
  function compensate(undoing: Undoing): Promise<Done> {
    const { stream } = undoing;
    if (isOn(BOOKING, stream)) return undoOnBooking(commands.bookings, undoing);
    if (isOn(AGENDA, stream)) return undoOnDay(commands.days, undoing);
    if (isOn(CUSTOMER, stream)) return undoOnCard(commands.customers, undoing);
    if (isOn(REVIEW, stream)) return undoOnReview(commands.reviews, undoing);
    if (isOn(STYLIST, stream)) return undoOnStylist(commands.team, undoing);
    if (stream === MERGES) return undoOnMerges(commands.customers, undoing);
    if (stream === SALON)
      return isOfPicture(undoing.command[0])
        ? undoOnPicture(commands.pictures, undoing)
        : undoOnSettings(commands.settings, undoing);
    return stream === HOURS
      ? undoOnHours(commands.hours, undoing)
      : undoOnService(commands.services, undoing);
  }

  /** The reason why the present state doesn't allow it any more; undefined if there is nothing more to say. */
  async function whyImpossible({ code, affected }: Refusal, undoing: Undoing): Promise<string | undefined> {
    const { stream } = undoing;
    if (affected) return reasons.outsideHours(affected);
    if (isOn(AGENDA, stream) && code === 'slot-taken')
      return reasons.bookedSince(
        parseAgendaId(stream).date,
        slotsTakenThen(undoing),
        timeBlockedAgain(undoing),
      );
    const time = isOn(BOOKING, stream) ? timeTakenAgain(undoing) : undefined;
    return time && isTimeGivenAway(code) ? reasons.timeGone(time, idOfBooking(stream)) : IMPOSSIBLE[code];
  }

  /** The commands' own refusals tell somebody who makes a change what to do, and not why an undo is impossible. */
  async function compensateOrTell(undoing: Undoing): Promise<Done> {
    try {
      return await compensate(undoing);
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      const detail = await whyImpossible(refusal, undoing);
      throw refuse('undo-overtaken', detail === undefined ? {} : { detail });
    }
  }

  async function refusalOf(verdict: Extract<Verdict, { is: 'never' | 'overtaken' }>) {
    return verdict.is === 'never'
      ? refuse('not-undoable', { detail: reasons.never(verdict.why) })
      : refuse('undo-overtaken', { detail: await reasons.overtaken(verdict.by) });
  }

  /** Undoes it, unless it is undone already. */
  async function undoIn(stream: string, eventId: string, run: CommandRun<Actor>, staff: Staff) {
    const events = await store.read(stream);
    await requireRight(staff, stream, events, eventId);
    const verdict = judge(stream, events, eventId);
    if (verdict.is === 'never' || verdict.is === 'overtaken') throw await refusalOf(verdict);
    const { command } = verdict;
    if (verdict.is === 'undone') {
      const { commandId } = verdict.by.metadata;
      const hasClaimed = events.some(
        ({ type, metadata }) => metadata.commandId === commandId && type === 'BookingLengthChanged',
      );
      return { command, hasClaimed, position: verdict.by.position };
    }
    const [first] = command;
    const commandId = undoCommandId(first.metadata.commandId);
    const undoRun: CommandRun<Actor> = {
      ...run,
      context: { ...run.context, commandId, causationId: first.id },
      // The first caller has undone it for all.
      isSameRequest: () => true,
      ifVersion: verdict.version,
    };
    const before = events.filter(({ revision }) => revision < first.revision);
    const done = await compensateOrTell({ stream, command, events, before, run: undoRun });
    return { command, ...done };
  }

  /** Finds the decision: an event of a taken time leads to the booking's decision by the same command. */
  async function decisionOf(eventId: string): Promise<Entry & { readonly eventId: string }> {
    const entry = await entryOf(eventId);
    if (!entry) throw refuse('event-not-found');
    if (!isOn(AGENDA, entry.stream)) return { ...entry, eventId };
    const taken = (await store.read(entry.stream)).find(({ id }) => id === eventId);
    if (taken?.type !== 'SlotTaken') return { ...entry, eventId };
    const bookingId = String(taken.data.bookingId);
    const stream = bookingStream(bookingId);
    const isSame = ({ metadata }: RecordedEvent) => metadata.commandId === taken.metadata.commandId;
    const decision = (await store.read(stream)).find(isSame);
    return decision
      ? { stream, thing: { kind: 'booking', id: bookingId }, eventId: decision.id }
      : { ...entry, eventId };
  }

  /** Whether an event is about an appointment or a blocked time of a stylist. */
  async function isOf(stylistId: string, stream: string, events: readonly RecordedEvent[], eventId: string) {
    if (isOn(BOOKING, stream)) {
      const id = idOfBooking(stream);
      return (await ownBookings(stylistId, [id])).has(id);
    }
    const blockId = isOn(AGENDA, stream) ? events.find(({ id }) => id === eventId)?.data.blockId : undefined;
    return events.some(
      ({ type, data }) => type === 'TimeBlocked' && data.blockId === blockId && data.resource === stylistId,
    );
  }

  /** A person who sees only one stylist's things is told nothing of others', not even that they exist. */
  async function requireRight(
    staff: Staff,
    stream: string,
    events: readonly RecordedEvent[],
    eventId: string,
  ): Promise<void> {
    const decisions = decisionsIn(stream);
    const stylistId = onlyOf(staff);
    if (stylistId !== undefined && !(await isOf(stylistId, stream, events, eventId)))
      throw refuse('event-not-found');
    const commandId = events.find(({ id }) => id === eventId)?.metadata.commandId;
    const command = events.filter(({ metadata }) => metadata.commandId === commandId);
    if (decisions && !mayUndo(staff.role, decisions, command)) throw refuse('forbidden');
  }

  /**
   * @param staff the person who asks
   * @throws Refused `event-not-found`, `forbidden`, `not-undoable` or `undo-overtaken`, the latter two with the reason
   */
  return async (asked: string, run: CommandRun<Actor>, staff: Staff): Promise<Undone> => {
    const { stream, thing, eventId } = await decisionOf(asked);
    const policy = {
      firstMs: 1,
      longestMs: 50,
      retries: (error: unknown) => error instanceof StaleVersion,
    };
    const { command, hasClaimed, position } = await retrying(null, policy, async () => {
      if (performance.now() >= run.deadline) throw new DeadlineExceeded('gave up an undo');
      return undoIn(stream, eventId, run, staff);
    });
    const event_ids = command.map(({ id }) => id);
    const told = isOn(BOOKING, stream) ? await toldOf(idOfBooking(stream), event_ids) : [];
    const end = isOn(BOOKING, stream) ? earlyEndOf(command) : undefined;
    const again = end !== undefined && timeAgain(end, hasClaimed);
    return { thing, event_ids, told: [...told], ...again, position };
  };
}

export type UndoCommand = ReturnType<typeof createUndo>;
