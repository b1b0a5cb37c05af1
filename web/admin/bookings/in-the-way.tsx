import type { InTheWay } from '../../../src/contracts/bookings/in-the-way.ts';
import { endMinutesOf, type Minutes } from '../../../src/salon/time-text.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { Callout } from '../../ui/callout.tsx';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { AdminButton } from '../ui/button.tsx';
import { timeText } from '../ui/instant-text.ts';
import { customerName } from './booking-text.ts';
import { BOOKING } from './queries.ts';

/**
 * Says what an appointment would run into: `Ben Ray has 11:00 AM.`
 *
 * @param name of the other appointment's customer
 * @param heldUntil such as `10:42 AM`
 */
export function inTheWayText(
  { kind, start_time }: Pick<InTheWay, 'kind' | 'start_time'>,
  name = 'Another appointment',
  heldUntil?: string,
): string {
  switch (kind) {
    case 'appointment':
      return `${name} has ${start_time}.`;
    case 'held':
      return `A visitor is booking ${start_time}, which is held for them until ${heldUntil}.`;
    case 'blocked-time':
      return `Blocked from ${start_time}.`;
    case 'blocked-date':
      return 'The salon is closed on this date.';
  }
}

/** The same in full: a sentence that names whose appointment or until when a time is held. */
export function InTheWayText({ inTheWay }: { inTheWay: InTheWay }) {
  const { booking_id, held_until } = inTheWay;
  const { data: other } = useAdminQuery(BOOKING, booking_id ?? null);
  const { time_zone } = useSalon();
  return inTheWayText(inTheWay, other && customerName(other), held_until && timeText(held_until, time_zone));
}

/** Says what a refused end would run into, and has a button for the latest end that fits. */
export function InTheWayNote({
  inTheWay,
  presentEnd,
  keep,
  onUntil,
}: {
  inTheWay: InTheWay;
  presentEnd: Minutes;
  /** The words for the rest of a change that fits if the end stays: `Add it`. */
  keep?: string | undefined;
  /** Left out where the appointment can't be made to end there. */
  onUntil: ((end: Minutes) => void) | undefined;
}) {
  const { longest_end } = inTheWay;
  const end = longest_end === null ? null : endMinutesOf(longest_end);
  const isPresent = end === presentEnd;
  const label = isPresent ? keep && `${keep}, still until ${longest_end}` : `Until ${longest_end}`;
  const rest =
    end === null
      ? ' Nothing fits.'
      : isPresent
        ? ` Nothing was changed: it still ends at ${longest_end}.`
        : '';
  return (
    <Callout
      tone="error"
      actions={
        end !== null && label && onUntil && <AdminButton onClick={() => onUntil(end)}>{label}</AdminButton>
      }
    >
      <InTheWayText inTheWay={inTheWay} />
      {rest}
    </Callout>
  );
}
