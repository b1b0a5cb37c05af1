import { CalendarX2, CheckCheck, CircleSlash2, type LucideIcon, MoveRight, Plus } from 'lucide-react';
import { type CSSProperties, memo, type ReactNode } from 'react';
import type { BookingStatus } from '../../../../src/contracts/bookings/bookings.ts';
import type { CalendarBooking } from '../../../../src/contracts/bookings/calendar.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { formatTime, type Minutes } from '../../../../src/salon/time-text.ts';
import { type BookingIcon, bookingIconsOf } from '../../bookings/booking-icons.tsx';
import { customerName, servicesText } from '../../bookings/booking-text.ts';
import { shortPrice } from '../../bookings/payment-text.ts';
import { STATUS_STYLES } from '../../bookings/status-style.ts';
import { edgeOf } from '../../bookings/stylists/colours.ts';
import type { Resource } from '../../bookings/stylists/resources.ts';
import { StylistChip } from '../../bookings/stylists/stylist-chip.tsx';
import { useIsFresh } from '../../data/live/live-store.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { HATCHED } from '../../ui/hatched.ts';
import type { PlacedBooking } from '../plan/columns.ts';
import type { Mark } from '../plan/differences.ts';
import { drawnTime } from '../plan/lanes.ts';
import { gapsOf } from '../plan/time-of-booking.ts';
import { useIsLifted } from './gesture-store.ts';
import {
  besideOthers,
  EDGE_GRIP_PX,
  EDGE_PART,
  OVER_EDGE,
  OVER_LINE,
  placedAt,
  stripsWidth,
  TWO_LINES,
} from './grid-style.ts';

/** From these lengths on there is room for more lines. */
const THREE_LINES: Minutes = 55;
const FOUR_LINES: Minutes = 75;

/** One that is new since the shown moment has only an outline. */
const NEW_LOOK = { look: 'border border-dashed border-info bg-panel', tint: 'bg-panel' };
const MARKED_LOOK = 'ring-2 ring-info ring-inset';

const MARK_ICONS: Readonly<Record<Mark['kind'], LucideIcon>> = {
  new: Plus,
  moved: MoveRight,
  cancelled: CircleSlash2,
  deleted: CalendarX2,
  status: CheckCheck,
};

/** The look of what is different now. */
export const markLook = (mark: Mark | undefined): string => (mark ? MARKED_LOOK : '');

/** The look of an appointment by its status, by what is different about it now, and by its stylist, where several stand together. */
export function blockLook(
  status: BookingStatus,
  mark: Mark | undefined,
  by: Resource | undefined,
): { look: string; tint: string; style: CSSProperties } {
  const edge = edgeOf(by);
  if (mark?.kind === 'new') return { ...NEW_LOOK, style: { ...edge } };
  const { look, tint, style } = STATUS_STYLES[status];
  return { look: `${look} ${markLook(mark)}`, tint, style: { ...style, ...edge } };
}

/** An appointment in the grid, and its position. */
export interface BlockProps {
  readonly placed: PlacedBooking;
  /** The column's index in the grid. */
  readonly column: number;
  /** The part of the day that the grid shows. */
  readonly shown: Interval;
  readonly isNarrow: boolean;
  /** The line of the current time goes through it. */
  readonly isNow: boolean;
  /** There is room for phone, note and price. */
  readonly isDetailed: boolean;
  readonly onOpen: (id: string) => void;
}

/** An appointment in the grid. Its top and height are its time; its left and width depend on what it overlaps. */
export const BookingBlock = memo(function BookingBlock({
  placed,
  column,
  shown,
  isNarrow,
  isNow,
  isDetailed,
  onOpen,
}: BlockProps) {
  const { booking, by, start, end, lane, strips, isPast, isMovable, mark } = placed;
  const amount = isDetailed && shortPrice(booking);
  const details = isDetailed && detailsOf(booking);
  const isAtEdge = lane.lane + lane.span === lane.lanes;
  const isLifted = useIsLifted(booking.id);
  const isFresh = useIsFresh(`booking/${booking.id}`) && !isPast;
  const { look, tint, style } = blockLook(booking.status, mark, by);
  const name = customerName(booking);
  const shownName = <span className="font-semibold">{name}</span>;
  const isShort = end - start < TWO_LINES;
  const sharesWidth = lane.span < lane.lanes;
  const hasLittleWidth = isNarrow || sharesWidth;
  const isCramped = hasLittleWidth && (isShort || (isNarrow && sharesWidth));
  const isStacked = hasLittleWidth && !isCramped;
  const gaps = gapsOf(booking);
  const services = servicesText(booking);
  const allIcons = blockIconsOf(placed);
  // Where several stylists leave a lane no wider than a word, that word is the name.
  const isLane = isCramped && by !== undefined;
  const icons = isLane ? [] : allIcons;
  // Icons matter more than the time, which the axis shows: where both have no room, the time wraps out of sight.
  const isTight = isStacked && icons.length > 0;
  const overLine = isNow ? `${OVER_LINE} ${tint}` : gaps.length > 0 ? `${OVER_EDGE} ${tint}` : '';
  const lineClass = overLine || 'w-full';
  return (
    <li
      className={`group absolute pr-0.5 pb-px ${isCramped ? 'focus-within:z-20 hover:z-20' : ''}`}
      style={{
        ...placedAt(drawnTime(placed), shown),
        ...besideOthers(lane),
        ...(isAtEdge && strips > 0 && { paddingRight: stripsWidth(strips) }),
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        {...gridData(placed, column)}
        aria-label={inWords(
          placed,
          allIcons,
          isShort ? [services, amount, details] : [!isStacked && amount, services, details],
          isStacked && amount,
        )}
        aria-describedby={isMovable ? 'calendar-keys' : undefined}
        aria-keyshortcuts={isMovable ? 'M E' : undefined}
        onClick={() => onOpen(booking.id)}
        style={style}
        className={`relative flex size-full min-w-0 rounded-md border-l-3 px-1.5 text-left text-[0.8125rem] leading-4 transition-[opacity,filter] focus-visible:-outline-offset-1 ${isNow ? '' : 'hover:brightness-97'} ${isShort ? 'items-center' : 'flex-col py-1'} ${look} ${isLifted ? 'opacity-40' : ''} ${isFresh ? 'ring-2 ring-gold ring-inset' : ''} ${isMovable ? 'cursor-grab' : ''}`}
      >
        {gaps.map((gap) => (
          <span
            key={gap.start}
            aria-hidden="true"
            // Its ground is the column’s: the stripes of a request would hide the hatching.
            className="pointer-events-none absolute inset-x-0 border-y border-dashed border-stone/50 bg-panel"
            style={{ ...placedAt(gap, { start, end }), ...HATCHED }}
          />
        ))}
        {/* The lines are clipped and not the block: clipping at its round corners would double the cost of each frame of a drag. */}
        <span
          className={`relative flex w-full min-w-0 items-center gap-1 ${icons.length > 0 ? 'overflow-hidden' : ''} ${isTight ? 'h-4 shrink-0 flex-row-reverse flex-wrap' : ''}`}
        >
          <span
            className={`min-w-0 ${isLane ? 'line-clamp-2' : 'truncate'} ${overLine || isTight ? `mr-auto ${overLine}` : 'flex-1'} ${isTight ? 'shrink-0' : ''}`}
          >
            {(!isCramped || isDetailed) && <span className="tabular-nums">{formatTime(start)}</span>}{' '}
            {!isStacked && shownName} {isShort && <span className="text-stone">{services}</span>}
          </span>{' '}
          {amount && !isCramped && (
            // On the narrowest phone a line has room for the service or the price.
            <span
              className={`shrink-0 text-stone tabular-nums ${overLine} ${isTight ? 'order-first' : ''} ${isShort ? 'max-[22rem]:hidden' : ''}`}
            >
              {amount}
            </span>
          )}
          {by && !isCramped && <StylistChip stylist={by} />}
          <BlockIcons icons={icons} className={`${overLine} ${isTight ? 'order-first' : ''}`} />
        </span>{' '}
        {isStacked && <span className={`truncate ${lineClass}`}>{shownName}</span>}{' '}
        {!isLane && end - start >= (isStacked ? THREE_LINES : TWO_LINES) && (
          <span className={`truncate text-stone ${lineClass}`}>{services}</span>
        )}{' '}
        {details && end - start >= (isStacked ? FOUR_LINES : THREE_LINES) && (
          <span
            className={`text-stone tabular-nums ${lineClass} ${end - start >= FOUR_LINES && !isStacked ? 'line-clamp-2' : 'truncate'}`}
          >
            {details}
          </span>
        )}{' '}
        {mark && end - start >= THREE_LINES && (
          <span
            className={`font-medium text-info ${lineClass} ${end - start >= FOUR_LINES ? 'line-clamp-2' : 'truncate'}`}
          >
            {mark.words}
          </span>
        )}
        {isMovable && <Edge />}
      </button>
      {!isPast &&
        gaps.map((gap) => (
          // Free time, which can be chosen like other free time.
          <span
            key={gap.start}
            data-gap={booking.id}
            aria-hidden="true"
            className="absolute inset-x-0"
            style={placedAt(gap, { start, end })}
          />
        ))}
      {isCramped && (
        <FullName className={`top-full mt-0.5 ${lane.lane === 0 ? 'left-0' : 'right-0'}`}>
          {formatTime(start)} {name}
        </FullName>
      )}
    </li>
  );
});

/** A name that has no room in the grid, beside what is pointed at or has the focus. The list item around it must be a `group`. */
export const FullName = ({ className, children }: { className: string; children: ReactNode }) => (
  <span
    aria-hidden="true"
    className={`pointer-events-none absolute hidden rounded-md border border-line bg-panel px-2 py-1 text-xs whitespace-nowrap text-ink tabular-nums shadow-md group-hover:block group-has-focus-visible:block ${className}`}
  >
    {children}
  </span>
);

/** The lower edge, by which its end is dragged. It has a line as soon as the appointment is pointed at or has the focus. */
const Edge = () => (
  <span
    aria-hidden="true"
    className="absolute inset-x-0 bottom-0 cursor-ns-resize rounded-b-md border-ink/50 group-hover:border-b-2 group-has-focus-visible:border-b-2"
    style={{ height: EDGE_GRIP_PX, maxHeight: `${EDGE_PART * 100}%` }}
  />
);

/** Phone and note, on one line. */
const detailsOf = ({ customer_phone, notes }: CalendarBooking): string =>
  [customer_phone, notes].flatMap((detail) => detail?.replaceAll(/\s+/g, ' ') ?? []).join(' · ');

export const BlockIcons = ({
  icons,
  className = '',
}: {
  icons: readonly BookingIcon[];
  className?: string;
}) =>
  icons.map(({ words, icon: Icon, colour }) => (
    <span key={words} title={words} className={`shrink-0 ${className}`}>
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 overflow-visible ${colour}`} />
    </span>
  ));

/** Chooses the icons for the differences until now, and for everything else that staff should notice. */
export const blockIconsOf = ({ booking, undelivered, mark }: PlacedBooking): readonly BookingIcon[] => [
  ...(mark ? [{ words: mark.words, icon: MARK_ICONS[mark.kind], colour: 'text-info' }] : []),
  ...bookingIconsOf(booking, undelivered),
];

/** Attributes that the grid's gestures and keys read from a block. */
export const gridData = (placed: PlacedBooking, column: number) => ({
  'data-appointment': placed.booking.id,
  'data-column': column,
  'data-start': placed.start,
  'data-end': placed.end,
  'data-movable': placed.isMovable,
});

/**
 * The accessible name of a block, which begins with its visible text. Visually hidden elements would do the same, but the browser
 * would process them in each frame of a drag.
 */
export const inWords = (
  { booking, by, start, end, mark }: PlacedBooking,
  icons: readonly BookingIcon[],
  texts: readonly (string | false)[] = [servicesText(booking)],
  beforeName: string | false = false,
): string =>
  [
    [formatTime(start), beforeName, customerName(booking)].filter(Boolean).join(' '),
    ...texts,
    by && `with ${stylistName(by)}`,
    mark?.words,
    `${formatTime(start)} to ${formatTime(end)}`,
    ...gapsOf(booking).map((gap) => `stylist free ${formatTime(gap.start)} to ${formatTime(gap.end)}`),
    ...icons.flatMap(({ words }) => (words === mark?.words ? [] : words)),
    booking.status,
  ]
    .filter(Boolean)
    .join(', ');
