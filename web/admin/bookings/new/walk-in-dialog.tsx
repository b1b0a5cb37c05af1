import { CreateWalkIn, createAdminBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import { TYPED_EVERY_MINUTES } from '../../../../src/salon/starts.ts';
import { formatClock, formatTime, type Minutes, parseClock } from '../../../../src/salon/time-text.ts';
import { WALK_IN_NAME } from '../../../../src/salon/walk-in.ts';
import { call } from '../../../api.ts';
import { useSalonNow } from '../../../salon/use-salon-now.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { SERVICES } from '../../data/queries.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { FailedState } from '../../ui/states.tsx';
import { customerName } from '../booking-text.ts';
import { CALENDAR } from '../queries.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { inTheWayOf, type Taken } from './in-the-way.ts';
import { sumOf } from './new-booking-form.ts';
import { ServicesPicker } from './services-picker.tsx';

/** Not in `commands.ts`, which every screen loads. */
const START_WALK_IN = defineCommand({
  name: 'start-walk-in',
  thing: (_: CreateWalkIn): Topic => 'booking',
  send: (body, options) => call(createAdminBooking, { ...options, body }),
});

/** What is typed. */
interface TypedWalkIn {
  readonly name: string;
  readonly picked: CustomerSummary | null;
  readonly serviceIds: readonly string[];
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
} as const;

/** The last full five minutes. */
const roundedDown = (minute: Minutes): Minutes => minute - (minute % TYPED_EVERY_MINUTES);

/** Begins a visit of somebody who has come without an appointment: a service is enough. */
export function WalkInDialog({ onClose }: { onClose: () => void }) {
  const now = useSalonNow();
  const { send } = useCommand(START_WALK_IN);
  const today = useAdminQuery(CALENDAR, { from: now.date, to: now.date }, { keepPrevious: true });
  const day = today.data?.days.find(({ date }) => date === now.date);
  const toRequest = ({ name, picked, serviceIds, time }: TypedWalkIn): CreateWalkIn => ({
    walk_in: true,
    customer_name: name.trim() || null,
    ...(picked && { customer_id: picked.id, customer_email: picked.email, customer_phone: picked.phone }),
    appointment_date: now.date,
    appointment_time: formatTime(parseClock(time) ?? 0),
    services: serviceIds.map((id) => ({ id })),
    ...(inChair && { finish: { id: inChair.id, version: inChair.version } }),
  });
  const form = useAdminForm<TypedWalkIn, typeof CreateWalkIn>({
    values: { name: '', picked: null, serviceIds: [], time: formatClock(roundedDown(now.minute)) },
    schema: CreateWalkIn,
    toRequest,
    fields: FIELDS,
    async send(_, typed) {
      await send(toRequest(typed));
      const services = offered.filter(({ id }) => typed.serviceIds.includes(id));
      const until = formatTime(start + minutes);
      toastSuccess('Walk-in started', [
        typed.name.trim() || WALK_IN_NAME,
        `${services.map(({ name }) => name).join(', ')} until ${until}`,
      ]);
      onClose();
    },
  });
  const { typed, errorOf, change } = form;
  const services = useAdminQuery(SERVICES, 'all');
  const offered = (services.data ?? []).filter(({ active }) => active);
  const { minutes } = sumOf(offered, typed.serviceIds);
  const start = parseClock(typed.time) ?? 0;
  const inTheWay = day && inTheWayOf(day, start);
  const inChair = inTheWay && finishable(inTheWay.now, start);

  return (
    <FormDialog
      title="Walk-in"
      form={form}
      save={inChair ? `Finish ${customerName(inChair)} at ${formatTime(start)} and start` : 'Start'}
      saving="Starting..."
      formClass="grid gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <div className="sm:col-span-2">
        {services.error && !services.data ? (
          <FailedState what="Failed to fetch services" error={services.error} onRetry={services.reload} />
        ) : (
          <ServicesPicker
            services={offered}
            chosen={typed.serviceIds}
            error={errorOf('serviceIds')}
            onChange={(serviceIds) => change({ serviceIds })}
          />
        )}
      </div>
      {inTheWay && <InTheWay {...inTheWay} isFinished={inChair !== undefined} end={start + minutes} />}
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

/** Says who or what is in the way of the visit, or until when it is free. */
function InTheWay({
  now,
  next,
  isFinished,
  end,
}: ReturnType<typeof inTheWayOf> & {
  /** The visit that takes the time now ends where the walk-in begins. */
  isFinished: boolean;
  /** The end of the walk-in. */
  end: Minutes;
}) {
  const isTaken = now !== undefined && !isFinished;
  const isTooLong = next !== undefined && end > next.start;
  const texts = [
    now && `${now.words}${now.booking ? ' is in the chair' : ''} until ${formatTime(now.end)}.`,
    !isTaken && next && `Free until ${formatTime(next.start)}, then ${next.words}.`,
    !isTaken && isTooLong && `It would end at ${formatTime(end)}.`,
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <p
      role="status"
      className={`text-sm sm:col-span-2 ${isTaken || isTooLong ? 'font-medium text-bad' : 'text-stone'}`}
    >
      {texts.join(' ')}
    </p>
  );
}
