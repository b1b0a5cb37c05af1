import { useState } from 'react';
import { CreateWalkIn, createAdminBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { type CalendarDay, hoursOf } from '../../../../src/contracts/bookings/calendar.ts';
import type { InTheWay } from '../../../../src/contracts/bookings/in-the-way.ts';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { movedTo, timeOf } from '../../../../src/salon/parts.ts';
import { TYPED_EVERY_MINUTES } from '../../../../src/salon/starts.ts';
import { withStylist } from '../../../../src/salon/stylist-words.ts';
import { timeBy } from '../../../../src/salon/team.ts';
import {
  DAY_MINUTES,
  endMinutesOf,
  formatClock,
  formatDuration,
  formatTime,
  type Minutes,
  parseClock,
} from '../../../../src/salon/time-text.ts';
import { WALK_IN_NAME } from '../../../../src/salon/walk-in.ts';
import { ApiError, call } from '../../../api.ts';
import { useSalonNow } from '../../../salon/use-salon-now.ts';
import { Callout } from '../../../ui/callout.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { useTeam } from '../../data/team.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { capital } from '../../ui/capital.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { areArrivalsRecorded, isHere } from '../arrivals.ts';
import type { QuestionById } from '../booking-question.ts';
import { customerName } from '../booking-text.ts';
import { InTheWayText, inTheWayText } from '../in-the-way.tsx';
import { CALENDAR, DASHBOARD } from '../queries.ts';
import { nobodyDoesText, notDoneText } from '../stylists/done-by.ts';
import { StylistField } from '../stylists/stylist-field.tsx';
import { CustomerPicker } from './customer-picker.tsx';
import { ServicesPicker } from './services-picker.tsx';
import { inTheWayOf, type Taken, takenAt } from './taken-at.ts';
import { useOfferedServices } from './use-offered-services.tsx';

/** Not in `commands.ts`, which every screen loads. */
const START_WALK_IN = defineCommand({
  name: 'start-walk-in',
  thing: (_: CreateWalkIn): Topic => 'booking',
  send: (body, options) => call(createAdminBooking, { ...options, body }),
});

/** The raw values of the fields. */
interface TypedWalkIn {
  readonly name: string;
  readonly picked: CustomerSummary | null;
  readonly serviceIds: readonly string[];
  /** Empty for anyone. */
  readonly stylistId: string;
  /** As the field for a time has it, such as `14:05`. */
  readonly time: string;
}

/** The form's field for each field of the request. */
const FIELDS = {
  customer_name: 'name',
  customer_id: 'name',
  appointment_date: 'time',
  appointment_time: 'time',
  services: 'serviceIds',
  stylist_id: 'stylistId',
} as const;

/** The last full five minutes. */
const roundedDown = (minute: Minutes): Minutes => minute - (minute % TYPED_EVERY_MINUTES);

/** Begins a visit of somebody who has come without an appointment: a service is enough. */
export function WalkInDialog({
  time,
  stylistId,
  onClose,
  onAsk,
}: {
  /** When it began, such as `14:05`; now if it says no time. */
  time: string;
  /** With whom; empty for anyone. */
  stylistId: string;
  onClose: () => void;
  /** Opens what comes next: removing the walk-in, or the checkout sheet of the visit that it has ended. */
  onAsk: (question: QuestionById) => void;
}) {
  const now = useSalonNow();
  const { send } = useCommand(START_WALK_IN);
  const [refused, setRefused] = useState<InTheWay>();
  const today = useAdminQuery(CALENDAR, { from: now.date, to: now.date }, { keepPrevious: true });
  const day = today.data?.days.find(({ date }) => date === now.date);
  const toRequest = ({ name, picked, serviceIds, stylistId, time }: TypedWalkIn): CreateWalkIn => ({
    walk_in: true,
    customer_name: name.trim() || null,
    ...(picked && { customer_id: picked.id, customer_email: picked.email, customer_phone: picked.phone }),
    appointment_date: now.date,
    appointment_time: formatTime(parseClock(time) ?? 0),
    ...(stylistId !== '' && { stylist_id: stylistId }),
    services: serviceIds.map((id) => ({ id })),
    ...(inChair && { finish: { id: inChair.id, version: inChair.version } }),
  });
  const form = useAdminForm<TypedWalkIn, typeof CreateWalkIn>({
    values: {
      name: '',
      picked: null,
      serviceIds: [],
      stylistId,
      time: formatClock(parseClock(time) ?? roundedDown(now.minute)),
    },
    schema: CreateWalkIn,
    toRequest,
    fields: FIELDS,
    async send(_, typed) {
      const { id, stylist: by } = await send(toRequest(typed));
      const until = formatTime(timeWith(stylists.find((one) => one.id === by?.id)).end);
      toastSuccess(
        'Walk-in started',
        [
          [typed.name.trim() || WALK_IN_NAME, withStylist(by)].filter(Boolean).join(' '),
          `${chosen.map(({ name }) => name).join(', ')} until ${until}`,
          ...(inChair ? [`${customerName(inChair)} is finished, payment not recorded`] : []),
        ],
        { label: 'Remove', onClick: () => onAsk({ about: 'delete', bookingId: id }) },
        inChair && {
          label: 'Record payment',
          onClick: () => onAsk({ about: 'complete', bookingId: inChair.id }),
        },
      );
      onClose();
    },
    onFailure(error) {
      if (error instanceof ApiError && error.inTheWay) setRefused(error.inTheWay);
      else toastFailure(error);
    },
  });
  const { typed, errorOf } = form;
  function change(changes: Partial<TypedWalkIn>) {
    setRefused(undefined);
    form.change(changes);
  }
  const { offered, failure } = useOfferedServices(typed.stylistId);
  const { stylists, isTeam } = useTeam();
  const stylist = stylists.find(({ id }) => id === typed.stylistId);
  const chosen = offered.filter(({ id }) => typed.serviceIds.includes(id));
  const start = parseClock(typed.time) ?? 0;
  function timeWith(one: AdminStylist | undefined) {
    const services = chosen.map(({ id, duration_minutes, gap }) => ({ id, duration: duration_minutes, gap }));
    return movedTo(start, one ? timeBy(one, services) : timeOf(services));
  }
  const minutes = timeWith(stylist).end - start;
  const roomOf = (one: AdminStylist) => day && takenAt(day, start, one.id);
  const isAnyones = isTeam && !stylist;
  const taken = isAnyones ? undefined : stylist ? roomOf(stylist) : day && takenAt(day, start);
  const inChair = taken && finishable(taken.now, start);
  const isTaken = taken?.now !== undefined && !inChair;
  const canTake = (one: AdminStylist) => {
    const room = roomOf(one);
    const time = timeWith(one);
    return (
      one.active &&
      !room?.now &&
      !notDoneText(one, chosen) &&
      time.end <= DAY_MINUTES &&
      !inTheWayOf(time, room?.later ?? [])
    );
  };
  const nobodyDoes = nobodyDoesText(stylist ? [stylist] : stylists, chosen);
  const nobodyText =
    isAnyones && day && !nobodyDoes && !stylists.some(canTake)
      ? `Nobody is free for it at ${formatTime(start)}. Choose a stylist to see who is in the chair.`
      : undefined;
  const inTheWay = taken && inTheWayOf(timeWith(stylist), taken.later);
  const doesNotFit =
    isTaken || nobodyText !== undefined || nobodyDoes !== undefined || inTheWay !== undefined;
  const { data: dashboard } = useAdminQuery(DASHBOARD, 'now');
  const visits = dashboard?.today.bookings ?? [];
  const seated = visits.find(({ id }) => id === taken?.now?.booking?.id);
  const isAwaited = seated !== undefined && areArrivalsRecorded(visits) && !isHere(seated);

  return (
    <FormDialog
      title="Walk-in"
      form={form}
      save={inChair ? `Finish ${customerName(inChair)} at ${formatTime(start)} and start` : 'Start'}
      saving="Starting..."
      isBlocked={doesNotFit}
      formClass="grid gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <div className="sm:col-span-2">
        {failure || (
          <ServicesPicker
            services={offered}
            chosen={typed.serviceIds}
            error={errorOf('serviceIds')}
            onChange={(serviceIds) => change({ serviceIds })}
          />
        )}
      </div>
      <StylistField
        label="With"
        className="sm:col-span-2"
        isLive
        value={typed.stylistId}
        error={errorOf('stylistId') ?? nobodyDoes ?? nobodyText}
        noteOf={(one) => notDoneText(one, chosen) ?? (day && roomWords(day, start, one.id))}
        isUnable={(one) => notDoneText(one, chosen) !== undefined}
        onChange={({ target }) => change({ stylistId: target.value })}
      >
        <option value="">Anyone</option>
      </StylistField>
      {refused ? (
        <div className="sm:col-span-2">
          <Callout tone="error">
            <InTheWayText inTheWay={refused} /> {roomText(start, refused.longest_end, minutes)}
          </Callout>
        </div>
      ) : (
        taken && (
          <RoomNote
            {...taken}
            isFinished={inChair !== undefined}
            isAwaited={isAwaited}
            inTheWay={inTheWay}
            start={start}
            minutes={minutes}
          />
        )
      )}
      <AdminField
        label="Began at"
        required
        type="time"
        step={TYPED_EVERY_MINUTES * 60}
        value={typed.time}
        error={errorOf('time')}
        onChange={({ target }) => change({ time: target.value })}
      />
      <CustomerPicker
        label="Name (optional)"
        isRequired={false}
        name={typed.name}
        isPicked={typed.picked !== null}
        error={errorOf('name')}
        onType={(name) => change({ name, picked: null })}
        onPick={(picked) => change({ picked, name: picked.name })}
      />
    </FormDialog>
  );
}

/** The visit that can end where the walk-in begins: of who is in the chair then. */
const finishable = (taken: Taken | undefined, start: Minutes) =>
  taken?.booking && taken.start < start && taken.booking.status !== 'completed' ? taken.booking : undefined;

/** `free until 2:30 PM`, or `taken until 11:15 AM`. */
function roomWords(day: CalendarDay, start: Minutes, stylistId: string): string {
  const { now, next } = takenAt(day, start, stylistId);
  if (now) return `taken until ${formatTime(now.end)}`;
  const works = hoursOf(day, stylistId).some((one) => one.start <= start && start < one.end);
  if (!works) return 'doesn’t work then';
  return next ? `free until ${formatTime(next.start)}` : 'free';
}

/** How long it is free, and how long the visit would be: `That leaves 20min, and it takes 1h.` */
function roomText(start: Minutes, free: string | null, minutes: Minutes): string {
  if (free === null) return 'There is no time.';
  return `That leaves ${formatDuration(endMinutesOf(free) - start)}, and it takes ${formatDuration(minutes)}.`;
}

/** Says who or what is in the way of the visit, or until when it is free. */
function RoomNote({
  now,
  next,
  isFinished,
  isAwaited,
  inTheWay,
  start,
  minutes,
}: ReturnType<typeof takenAt> & {
  /** The visit that takes the time now ends where the walk-in begins. */
  isFinished: boolean;
  /** Its customer isn't marked as here, where that is done. */
  isAwaited: boolean;
  /** The part of the day that the walk-in would run into: the next one, or a later one where that lies in its gap. */
  inTheWay: Taken | undefined;
  start: Minutes;
  /** How long the walk-in takes. */
  minutes: Minutes;
}) {
  const isTaken = now !== undefined && !isFinished;
  const until = next && formatTime(next.start);
  const tooLong =
    inTheWay &&
    (until && inTheWay === next
      ? roomText(start, until, minutes)
      : inTheWayText(
          { kind: inTheWay.booking ? 'appointment' : 'blocked-time', start_time: formatTime(inTheWay.start) },
          inTheWay.words,
        ));
  const texts = [
    now && `${takenText(now, isAwaited)} until ${formatTime(now.end)}.`,
    !isTaken &&
      next &&
      `${now ? `If that ends at ${formatTime(start)}, it is free` : 'Free'} until ${until}, then ${next.words}.`,
    !isTaken && tooLong && `${tooLong} Please choose a shorter service.`,
    isTaken && `So it can’t begin at ${formatTime(start)}.`,
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <p
      role="status"
      className={`text-sm sm:col-span-2 ${isTaken || inTheWay ? 'font-medium text-bad' : 'text-stone'}`}
    >
      {texts.join(' ')}
    </p>
  );
}

function takenText({ words, booking }: Taken, isAwaited: boolean): string {
  if (!booking) return capital(words);
  return isAwaited ? `${words} (not marked here) has the time` : `${words} is in the chair`;
}
