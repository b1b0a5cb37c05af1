import { doneByStylist, type Lasting, movedTo, partsOf, type Stretch, stylistOf } from '../../salon/parts.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../salon/salon-time.ts';
import { doesAll, mayTake, ownWindowsOn, type Stylist, timeBy } from '../../salon/team.ts';
import { broken } from '../rule-broken.ts';
import type { Candidate } from './agenda/decider.ts';
import type { Time } from './appointment/events.ts';

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

const isWished = ({ id }: Stylist, wish: Wish): boolean => wish === null || wish === id;

/** @throws RuleBroken `unknown-stylist`, `stylist-unavailable`, `nobody-does-all` */
function candidatesAmong(
  stylists: readonly Stylist[],
  wish: Wish,
  isAble: (stylist: Stylist) => boolean,
): readonly Stylist[] {
  const wished = stylists.filter((stylist) => isWished(stylist, wish));
  if (wished.length === 0) throw broken('unknown-stylist');
  const able = wished.filter(isAble);
  if (able.length === 0) throw broken(wish === null ? 'nobody-does-all' : 'stylist-unavailable');
  return able;
}

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
  const able = candidatesAmong(
    stylists,
    wish,
    (stylist) => mayTake(stylist, isPublic) && doesAll(stylist, ids),
  );
  return {
    date,
    start,
    end: start + catalogue.end,
    candidates: able.map((stylist) => ({
      ...movedTo(start, timeBy(stylist, services)),
      ownWindows: ownWindowsOn(stylist, dayOfWeek(date)),
    })),
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
  { date, start, stylistId }: { date: SalonDate; start: Minutes; stylistId?: string | null | undefined },
  slot: Stretch,
  stylists: readonly Stylist[],
  isPublic: boolean,
): AskedTime {
  const time = movedTo(start, slot);
  const wish = stylistId === undefined ? stylistOf(slot) : stylistId;
  const able = candidatesAmong(stylists, wish, (stylist) => mayTake(stylist, isPublic));
  const candidates = able.map((stylist) => ({
    ...doneByStylist(stylist.id, time),
    ownWindows: ownWindowsOn(stylist, dayOfWeek(date)),
  }));
  const [first] = candidates;
  const shape = partsOf(movedTo(0, time)).map((part) => [part.start, part.end]);
  const words = wish === null || !first ? ['anyone', JSON.stringify(shape)] : wordsOf(first);
  return { date, start, end: time.end, candidates, words };
}
