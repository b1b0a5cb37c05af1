import { doneByStylist, type Lasting, movedTo, partsOf, type Stretch, stylistOf } from '../../salon/parts.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../salon/salon-time.ts';
import { doesAll, mayTake, othersThan, ownWindowsOn, type Stylist, timeBy } from '../../salon/team.ts';
import { broken } from '../rule-broken.ts';
import type { Candidate } from './agenda/decider.ts';
import { type At, isSameStart, type Time } from './appointment/events.ts';

/** A time that somebody asks for, and the stylists who may take it. */
export interface AskedTime {
  readonly date: SalonDate;
  readonly start: Minutes;
  /** The end by the catalogue, or of the appointment. */
  readonly end: Minutes;
  /** In the salon's order; at least one. */
  readonly candidates: readonly Candidate[];
  /** The rest of the question: the stylist, if one is named, and the parts of an appointment that exists. */
  readonly words: readonly string[];
}

/** The stylist who is asked for; null for anyone. */
type Wish = string | null;

/** The stylists who are asked for. @throws RuleBroken `unknown-stylist` */
export function wishedAmong(stylists: readonly Stylist[], wish: Wish): readonly Stylist[] {
  const wished = wish === null ? stylists : stylists.filter(({ id }) => id === wish);
  if (wished.length === 0) throw broken('unknown-stylist');
  return wished;
}

const onDate = (stylist: Stylist, date: SalonDate, time: Stretch): Candidate => ({
  ...time,
  ownWindows: ownWindowsOn(stylist, dayOfWeek(date)),
});

/** A time for a new appointment, as it would be a stylist's. */
export const newTimeOf = (
  { date, start }: At,
  services: readonly (Lasting & { readonly id: string })[],
  stylist: Stylist,
): Candidate => onDate(stylist, date, movedTo(start, timeBy(stylist, services)));

/** Another time of an appointment, as it would be a stylist's. */
export const movedTimeOf = ({ date, start }: At, slot: Stretch, stylist: Stylist): Candidate =>
  onDate(stylist, date, doneByStylist(stylist.id, movedTo(start, slot)));

/** The stylists whom "anyone" means when an appointment is to have this time. */
export const anyoneAt = (to: At, slot: Time, able: readonly Stylist[]): readonly Stylist[] =>
  isSameStart(to, slot) ? othersThan(stylistOf(slot), able) : able;

/**
 * A time for a new appointment.
 *
 * @param catalogue the time that the services take by the catalogue, from minute 0 on
 * @throws RuleBroken `unknown-stylist`, `stylist-unavailable`, `nobody-does-all`
 */
export function timeOfNew(
  { date, start, stylistId }: { date: SalonDate; start: Minutes; stylistId?: string | undefined },
  services: readonly (Lasting & { readonly id: string })[],
  catalogue: Stretch,
  stylists: readonly Stylist[],
  isPublic: boolean,
): AskedTime {
  const ids = services.map(({ id }) => id);
  const wish = stylistId ?? null;
  const able = wishedAmong(stylists, wish).filter(
    (stylist) => mayTake(stylist, isPublic) && doesAll(stylist, ids),
  );
  if (able.length === 0) throw broken(wish === null ? 'nobody-does-all' : 'stylist-unavailable');
  return {
    date,
    start,
    end: start + catalogue.end,
    candidates: able.map((stylist) => newTimeOf({ date, start }, services, stylist)),
    words: wish === null ? [] : [wish],
  };
}

const wordsOf = (time: Stretch): readonly string[] => {
  const { parts } = movedTo(0, time);
  return parts ? [JSON.stringify(parts)] : [];
};

/** A recorded time of an appointment, wherever it lies: with its stylist, whether they are active or not. */
export const timeAsRecorded = ({ date, ...time }: Time): AskedTime => ({
  date,
  start: time.start,
  end: time.end,
  candidates: [{ ...time, ownWindows: null }],
  words: wordsOf(time),
});

/**
 * Another time of an appointment. It keeps its parts' shape.
 *
 * @param stylistId undefined for the stylist who has it, null for anyone
 * @throws RuleBroken `unknown-stylist`, `stylist-unavailable`
 */
export function timeOfMoved(
  to: At & { readonly stylistId?: string | null | undefined },
  slot: Time,
  stylists: readonly Stylist[],
  isPublic: boolean,
): AskedTime {
  const { date, start, stylistId: wish = stylistOf(slot) } = to;
  const able = wishedAmong(stylists, wish).filter((stylist) => mayTake(stylist, isPublic));
  const taking = wish === null ? anyoneAt(to, slot, able) : able;
  const candidates = taking.map((stylist) => movedTimeOf(to, slot, stylist));
  const [first] = candidates;
  if (!first) throw broken('stylist-unavailable');
  const shape = partsOf(movedTo(0, slot)).map((part) => [part.start, part.end]);
  const words = wish === null ? ['anyone', JSON.stringify(shape)] : wordsOf(first);
  return { date, start, end: start + slot.end - slot.start, candidates, words };
}
