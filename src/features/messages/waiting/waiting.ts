import type { Pool } from 'pg';
import type { BookingStatus } from '../../../contracts/bookings/bookings.ts';
import {
  explainWait,
  type MessageChannel,
  type Waits,
  willLeave,
} from '../../../contracts/messages/message-words.ts';
import type { MessageReason, TextDeparture } from '../../../contracts/messages/messages.ts';
import type { WaitingMessage } from '../../../contracts/messages/waiting-messages.ts';
import type { EventStore, Position } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import { causesOf } from '../booking-view.ts';
import { ledgerStream, messagesStream } from '../events.ts';
import { causeStatus, openAttempt } from '../ledger.ts';
import { stateForMails } from '../mails/mail-sending.ts';
import { openCauses, readLedger } from '../read-streams.ts';
import { countWaiting, findWaiting, type WaitingCause } from '../sending/cause-rows.ts';
import type { SendingState, SendingSwitch } from '../sending/switch.ts';
import type { MessageRules } from '../what-to-send.ts';
import { type Channel, createFactsReader } from '../worker/facts.ts';
import { type Forecast, forecastOf } from './forecast.ts';
import { messengerPosition, untilMessengerAt } from './messenger-progress.ts';

interface Appointment {
  readonly customer_name: string | null;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly status: BookingStatus;
}

/** How messages of a channel are decided about. */
interface ChannelRules {
  readonly channel: Channel;
  readonly rules: MessageRules;
}

interface Deps {
  readonly pool: Pool;
  /** As it is stored. */
  readonly log: Pick<EventStore, 'read'>;
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly channels: Readonly<Record<MessageChannel, ChannelRules>>;
  readonly sending: Pick<SendingSwitch, 'read'>;
  /** There is no provider: texts become files here. */
  readonly keepsTexts: boolean;
  readonly appointments: {
    find(search: string): Promise<readonly string[]>;
    byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Appointment>>;
  };
  /** The events that asked for messages, by their ids. */
  reasonsOf(ids: readonly string[]): Promise<ReadonlyMap<string, MessageReason>>;
  now(): Date;
}

interface WaitingOf {
  readonly search?: string;
  readonly kind?: string | undefined;
  readonly channel?: MessageChannel | undefined;
}

/** What the channels see of the switch: for the whole of a list the same. */
type States = Readonly<Record<MessageChannel, SendingState>>;

type Foreseen = Omit<WaitingMessage, 'customer_name' | 'appointment' | 'reasons'>;

/** More are listed only once these have left. */
const MOST = 100;
/** Rows of one list: a message has one for each change that it tells of. */
const MOST_ROWS = 2 * MOST;
/** The same of one kind, which no row tells: after a long pause, others come before it. */
const MOST_ROWS_OF_ALL_KINDS = 10 * MOST;
/** Bookings whose streams are read at the same time. */
const READ_AT_ONCE = 8;
/** Looks and clocks are some seconds late or early. */
const SLACK_MS = 10_000;

/** What it waits for, and when it leaves, if that is known. */
function waitOf(
  { leaves }: Forecast,
  { why }: SendingState,
  next: WaitingCause | undefined,
  isBlocked: boolean,
): { readonly waits: Waits; readonly at: Date | null } {
  if (leaves === 'never') return { waits: 'too-late', at: null };
  if (leaves === 'paused') return { waits: why === 'copied' ? 'restored' : 'resuming', at: null };
  if (isBlocked) return { waits: 'before', at: null };
  if (leaves !== null) return { waits: 'quiet', at: leaves };
  return { waits: next?.waitsFor === 'provider' ? 'provider' : 'window', at: next?.lookAt ?? null };
}

/**
 * Messages that have not left. Which bookings have any is told by the messenger's rows; whether, when and with what words they leave is
 * told from the log, by the rules that the worker decides by: so nothing here can be out of date.
 */
export function createWaitingMessages(deps: Deps) {
  const { pool, log, store, channels, sending, keepsTexts, appointments, reasonsOf, now } = deps;

  async function readStates(): Promise<States> {
    const state = await sending.read();
    return { sms: state, email: stateForMails(state) };
  }

  /** @param rows of one booking and channel */
  async function foresee(rows: readonly WaitingCause[], states: States): Promise<Foreseen[]> {
    const [first] = rows;
    if (!first) return [];
    const { bookingId, channel: way } = first;
    const { channel, rules } = channels[way];
    const state = states[way];
    const readFacts = createFactsReader({ store, sending: { read: async () => state }, channel, now });
    const read = readLedger(await store.read(ledgerStream(way, bookingId)));
    // What it is about may be with the provider already, and is listed as an attempt.
    const isBlocked = openAttempt(read.ledger) !== undefined;
    const told = new Set<string>();
    const foreseen: Foreseen[] = [];
    for (const { causeId } of rows) {
      if (told.has(causeId) || causeStatus(read.ledger, causeId).status !== 'open') continue;
      const { facts, isCurrent } = await readFacts(causeId, bookingId, read);
      const forecast = facts && forecastOf(facts, rules, isCurrent);
      if (!forecast) continue;
      const { kind, causes } = forecast.leaves === 'never' ? forecast : forecast.message;
      // Whichever of several changes is asked about, they become the same message.
      if (causes.some((id) => told.has(id))) continue;
      for (const id of causes) told.add(id);
      const next = rows.find((row) => causes.includes(row.causeId));
      const { waits, at } = waitOf(forecast, state, next, isBlocked);
      const message = forecast.leaves !== 'never' && willLeave(waits) ? forecast.message : undefined;
      foreseen.push({
        booking_id: bookingId,
        channel: way,
        kind,
        waits_for: waits,
        goes_out_at: at?.toISOString() ?? null,
        explanation: explainWait(waits, way),
        to: message?.to ?? null,
        text: message?.text ?? null,
        causes: [...causes],
      });
    }
    return foreseen;
  }

  /** Those of a kind, or all, until there are more than are listed. */
  async function foreseeAll(rows: readonly WaitingCause[], kind?: string): Promise<Foreseen[]> {
    const states = await readStates();
    const groups = [...Map.groupBy(rows, ({ channel, bookingId }) => `${channel} ${bookingId}`).values()];
    const foreseen: Foreseen[] = [];
    for (let from = 0; from < groups.length && foreseen.length <= MOST; from += READ_AT_ONCE) {
      const some = await Promise.all(
        groups.slice(from, from + READ_AT_ONCE).map((group) => foresee(group, states)),
      );
      foreseen.push(...some.flat().filter((message) => kind === undefined || message.kind === kind));
    }
    return foreseen;
  }

  async function shown(messages: readonly Foreseen[]): Promise<WaitingMessage[]> {
    if (messages.length === 0) return [];
    const [about, reasons] = await Promise.all([
      appointments.byIds([...new Set(messages.map(({ booking_id }) => booking_id))]),
      reasonsOf([...new Set(messages.flatMap(({ causes }) => causes))]),
    ]);
    return messages.map((message) => {
      const booking = about.get(message.booking_id);
      return {
        ...message,
        customer_name: booking?.customer_name ?? null,
        appointment: booking
          ? {
              appointment_date: booking.appointment_date,
              appointment_time: booking.appointment_time,
              status: booking.status,
            }
          : null,
        reasons: message.causes.flatMap((cause) => reasons.get(cause) ?? []).toReversed(),
      };
    });
  }

  const lookedAtUntil = () => new Date(now().getTime() + channels.sms.rules.windowMs + SLACK_MS);

  return {
    /** How many there are. */
    count: () => countWaiting(pool, lookedAtUntil()),

    /** Those that leave next come first; those of which nobody can say when, last. */
    async list({ search, kind, channel }: WaitingOf) {
      const bookingIds = search ? await appointments.find(search) : undefined;
      const most = kind === undefined ? MOST_ROWS : MOST_ROWS_OF_ALL_KINDS;
      const rows = await findWaiting(pool, {
        lookedAtUntil: lookedAtUntil(),
        bookingIds,
        channel,
        most: most + 1,
      });
      const foreseen = await foreseeAll(rows.slice(0, most), kind);
      const inOrder = foreseen.toSorted((a, b) => compareTimes(a.goes_out_at, b.goes_out_at));
      return {
        messages: await shown(inOrder.slice(0, MOST)),
        has_more: rows.length > most || inOrder.length > MOST,
      };
    },

    /** Those about a booking, those of a change that was made just now included; undefined where there is no such booking. */
    async of(bookingId: string): Promise<WaitingMessage[] | undefined> {
      const [events, messages, reached] = await Promise.all([
        log.read(bookingStream(bookingId)),
        log.read(messagesStream(bookingId)),
        messengerPosition(pool),
      ]);
      const isGone = events.length === 0 || events.some(({ type }) => type === 'BookingDeleted');
      if (isGone) return undefined;
      const last = lastCause(causesOf(events), readLedger(messages).requests);
      if (last === undefined) return [];
      await untilMessengerAt(pool, last, reached);
      const rows = await findWaiting(pool, {
        lookedAtUntil: lookedAtUntil(),
        bookingIds: [bookingId],
        most: MOST_ROWS,
      });
      return shown(await foreseeAll(rows));
    },

    /** When what was asked for last about a booking leaves as a text; null where the next look ends it. */
    async departureOf(bookingId: string): Promise<TextDeparture | null> {
      const { channel, rules } = channels.sms;
      const [events, messages, state] = await Promise.all([
        log.read(bookingStream(bookingId)),
        store.read(messagesStream(bookingId)),
        sending.read(),
      ]);
      const read = readLedger(messages);
      const last = openCauses(read.ledger, causesOf(events), read.requests).at(-1);
      // It may have left by now.
      if (!last) return { waits_for: 'window', goes_out_at: null, kept_here: keepsTexts };
      const readFacts = createFactsReader({ store, sending: { read: async () => state }, channel, now });
      const { facts, isCurrent } = await readFacts(last.id, bookingId, read);
      const forecast = facts && forecastOf(facts, rules, isCurrent);
      if (!forecast) return null;
      const isBlocked = openAttempt(read.ledger) !== undefined;
      const { waits, at } = waitOf(forecast, state, undefined, isBlocked);
      return { waits_for: waits, goes_out_at: at?.toISOString() ?? null, kept_here: keepsTexts };
    },
  };
}

const compareTimes = (a: string | null, b: string | null): number =>
  (a ?? '~') < (b ?? '~') ? -1 : Number(a !== b);

/** Position of the last of some causes. */
const lastCause = (
  ...causes: readonly (readonly { readonly position: Position }[])[]
): Position | undefined =>
  causes
    .flat()
    .map(({ position }) => position)
    .toSorted()
    .at(-1);

export type WaitingMessages = ReturnType<typeof createWaitingMessages>;
