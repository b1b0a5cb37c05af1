import { type Interval, overlaps } from './slots.ts';
import type { Minutes } from './time-text.ts';

/** The time for which a slot or a hold occupies one resource. */
export interface Part extends Interval {
  /** A stylist. */
  readonly resource: string;
}

/** The salon's first stylist, and the only one until there are others. */
export const FIRST = 'first';

/** A stretch of time for an appointment, and the parts of it that occupy somebody, in order. */
export interface Stretch extends Interval {
  /** Left out for one part of `FIRST` from start to end. */
  readonly parts?: readonly Part[] | undefined;
}

/** The same as it is stored in a row. */
export type StoredStretch = Interval & { readonly parts?: readonly Part[] | null | undefined };

/** The time that a slot or a hold occupies. */
export const partsOf = ({ parts, start, end }: StoredStretch): readonly Part[] =>
  parts ?? [{ resource: FIRST, start, end }];

/** The resource of a block for the whole salon: it collides with all. */
const EVERYBODY = '*';

/** A part of the day that is blocked for one stylist, or for everybody. */
export interface Blocking extends Interval {
  /** Undefined for everybody. */
  readonly resource?: string | undefined;
}

export const blockedPartsOf = ({ resource = EVERYBODY, start, end }: Blocking): readonly Part[] => [
  { resource, start, end },
];

const isSameResource = (one: Part, other: Part): boolean =>
  one.resource === other.resource || one.resource === EVERYBODY || other.resource === EVERYBODY;

/** The parts that collide with a stylist's work: their own, and those of everybody. */
export const inTheWayOf = (stylist: string, parts: readonly Part[]): readonly Part[] =>
  parts.filter(({ resource }) => resource === stylist || resource === EVERYBODY);

/** True when both occupy the same resource at the same time. */
export function collide(some: readonly Part[], others: readonly Part[]): boolean {
  // Plain loops, since this runs for every slot of a day, and most of the time would be spent on creating callbacks.
  for (const part of some)
    for (const other of others) if (isSameResource(part, other) && overlaps(part, other)) return true;
  return false;
}

/** The first minute at which a time collides with another, and the part of the other; undefined if they don't collide. */
export function collisionOf(
  time: readonly Part[],
  other: readonly Part[],
): { readonly at: Minutes; readonly part: Part } | undefined {
  const collisions = time.flatMap((own) =>
    other
      .filter((part) => collide([own], [part]))
      .map((part) => ({ at: Math.max(own.start, part.start), part })),
  );
  return collisions.sort((a, b) => a.at - b.at)[0];
}

/** A time in the form in which it is recorded: its parts are left out where they say nothing more. */
export function stretchOf(time: StoredStretch): Stretch {
  const { start, end } = time;
  const parts = partsOf(time);
  const [one] = parts;
  const saysMore = parts.length !== 1 || one?.resource !== FIRST || one.start !== start || one.end !== end;
  return { start, end, ...(saysMore && { parts }) };
}

/** The same shape at another start. */
export function movedTo(start: Minutes, shape: Stretch): Stretch {
  const by = start - shape.start;
  const parts = shape.parts?.map((part) => ({ ...part, start: part.start + by, end: part.end + by }));
  return { start, end: shape.end + by, ...(parts && { parts }) };
}

/** The same time with another end: the last part ends later, or what lies behind the end goes, but for the first part. */
export function endingAt(end: Minutes, time: Stretch): Stretch {
  if (!time.parts) return { start: time.start, end };
  const left = time.parts.filter((part, index) => index === 0 || part.start < end);
  const parts = left.map((part, index) => ({
    ...part,
    end: end > time.end && index === left.length - 1 ? end : Math.min(part.end, end),
  }));
  return stretchOf({ start: time.start, end, parts });
}

const isSamePart = (one: Part, other: Part) =>
  one.resource === other.resource && one.start === other.start && one.end === other.end;

/** Whether both occupy the same at the same time, from the same start to the same end. */
export function isSameStretch(one: Stretch, other: Stretch): boolean {
  const [parts, others] = [partsOf(one), partsOf(other)];
  return (
    one.start === other.start &&
    one.end === other.end &&
    parts.length === others.length &&
    parts.every((part, index) => isSamePart(part, others[index] ?? part))
  );
}

/** The stylist who does an appointment: all parts of a slot are of one. */
export const stylistOf = ({ parts }: Pick<StoredStretch, 'parts'>): string => parts?.[0]?.resource ?? FIRST;

/** The same time and shape with another stylist. */
export const doneByStylist = (resource: string, time: Stretch): Stretch =>
  stretchOf({ ...time, parts: partsOf(time).map((part) => ({ ...part, resource })) });

/** The minutes of a service in which its stylist is free, from its start on: while colour sets. There is work before and after them. */
export type Gap = Interval;

export const isGap = ({ start, end }: Gap, duration: Minutes): boolean =>
  0 < start && start < end && end < duration;

/** A service as far as it says what time it takes. */
export interface Lasting {
  readonly duration: Minutes;
  readonly gap?: Gap | null | undefined;
}

/** How many minutes services take one after the other. */
export const totalMinutes = (services: readonly Lasting[]): Minutes =>
  services.reduce((total, { duration }) => total + duration, 0);

/** The time that services take of a stylist, one after the other, from minute 0 on. Work that touches is one part. */
export function timeOf(services: readonly Lasting[], resource: string = FIRST): Stretch {
  const parts: Part[] = [];
  let start = 0;
  for (const { duration, gap } of services) {
    const end = start + duration;
    // A visit's service may be shorter than the catalogue's, so that its gap is cut, too.
    const work =
      gap && gap.start < duration
        ? [
            { start, end: start + gap.start },
            { start: start + gap.end, end },
          ]
        : [{ start, end }];
    for (const part of work.filter((one) => one.start < one.end)) {
      const last = parts.at(-1);
      if (last?.end === part.start) parts[parts.length - 1] = { ...last, end: part.end };
      else parts.push({ resource, ...part });
    }
    start = end;
  }
  return stretchOf({ start: 0, end: start, parts });
}
