import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CreateAdminBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import { getKnownCustomer } from '../../../../src/contracts/customers/known-customer.ts';
import { isSalonDate, lastBookableDate } from '../../../../src/salon/salon-time.ts';
import { withStylist } from '../../../../src/salon/stylist-words.ts';
import { ApiError, call } from '../../../api.ts';
import { useSalonNow } from '../../../salon/use-salon-now.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { PROFILE } from '../../data/queries.ts';
import { defineQuery } from '../../data/query.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { type Topic, topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { AdminField, AdminTextArea } from '../../ui/form/field.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toldText } from '../booking-text.ts';
import { CREATE_BOOKING } from '../commands.ts';
import { SENDING } from '../messages/sending.ts';
import { NEW_TIMES } from '../queries.ts';
import { nobodyDoesText, notDoneText } from '../stylists/done-by.ts';
import { freeWithText } from '../stylists/free-with.ts';
import { StylistField } from '../stylists/stylist-field.tsx';
import { FreeDays, NextFreeDay } from '../times/next-free-day.tsx';
import { dayProblem, hasFreeTime, TimeChoice } from '../times/time-choice.tsx';
import { isRefused, useWhyNot } from '../times/why-not.tsx';
import { ConsentBox } from './consent-box.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { HolderCallout, isOtherName, useHolder } from './holder-callout.tsx';
import { leadToQuestion } from './known-question.tsx';
import { lastTimeOf } from './last-time.ts';
import { namesakesOf, useMatches } from './matching-customers.ts';
import {
  consentOf,
  EMPTY_BOOKING,
  FIELDS,
  ofCustomer,
  reachOfNew,
  refusedField,
  requestOf,
} from './new-booking-form.ts';
import { ServicesPicker } from './services-picker.tsx';
import { TellNewCustomer } from './tell-new-customer.tsx';
import { useOfferedServices } from './use-offered-services.tsx';

/** The facts that staff should know when they book for a customer. A reply by text can withdraw the consent to texts. */
const KNOWN_CUSTOMER = defineQuery({
  name: 'known-customer',
  about: (id: string): Topic[] => [topicOf('customer', id), 'booking', 'message'],
  load: (id, { after, ...options }) =>
    call(getKnownCustomer, { ...options, params: { id }, query: { after } }),
});

/** Books for a customer who was chosen beforehand, for example on their profile, or for one entered here. */
export function NewBookingFor({
  customerId = null,
  ...dialog
}: { customerId?: string | null } & Omit<ComponentProps<typeof NewBookingDialog>, 'customer'>) {
  const { data, error } = useAdminQuery(PROFILE, customerId);
  if (customerId !== null && !data && !error) return null;
  return <NewBookingDialog {...dialog} customer={data?.customer} />;
}

/** Books for a customer who calls or is at the desk. The booking is confirmed immediately. */
function NewBookingDialog({
  date,
  time,
  stylistId = '',
  serviceIds = [],
  selectedMinutes,
  customer,
  onClose,
}: {
  /** Initial values, if they were chosen beforehand, for example in the calendar; otherwise empty. */
  date: string;
  time: string;
  stylistId?: string;
  serviceIds?: readonly string[];
  /** How many minutes were selected in the calendar. */
  selectedMinutes?: number | undefined;
  customer: CustomerSummary | undefined;
  onClose: () => void;
}) {
  const day = useRef<HTMLInputElement>(null);
  const now = useSalonNow();
  const today = now.date;
  const last = lastBookableDate(today);
  const { send } = useCommand(CREATE_BOOKING);
  // The first values only: reloaded data must not change what is being entered.
  const form = useAdminForm({
    values: { ...EMPTY_BOOKING, date, time, stylistId, serviceIds, ...(customer && ofCustomer(customer)) },
    schema: CreateAdminBooking,
    toRequest: (booking): unknown => requestOf(booking, known, sending),
    fields: FIELDS,
    send: save,
    onFailure: refused,
  });
  const { typed, field, errorOf, change } = form;
  const { offered, failure } = useOfferedServices(typed.stylistId);
  const { stylists } = useTeam();
  const stylist = stylists.find(({ id }) => id === typed.stylistId);
  const chosen = offered.filter(({ id }) => typed.serviceIds.includes(id));
  const isDayPossible = isSalonDate(typed.date) && typed.date >= today && typed.date <= last;
  const isReady = isDayPossible && typed.serviceIds.length > 0;
  const asked = { services: typed.serviceIds, stylistId: typed.stylistId || undefined };
  const times = useAdminQuery(
    NEW_TIMES,
    isReady ? { date: typed.date, services: asked.services, stylist_id: asked.stylistId } : null,
    { keepPrevious: true },
  );
  const shownTimes = times.data?.date === typed.date ? times.data : undefined;

  const why = useWhyNot({
    times: shownTimes,
    date: typed.date,
    time: typed.time,
    wasRefused: errorOf('time') !== undefined,
    ...asked,
  });

  const { data: known } = useAdminQuery(KNOWN_CUSTOMER, typed.customerId);
  const { data: sending } = useAdminQuery(SENDING, 'now');
  const instantText = useInstantText();
  const { data: picked } = useAdminQuery(PROFILE, typed.customerId);
  const holder = useHolder(typed);
  const { data: owner } = useAdminQuery(PROFILE, holder?.id ?? null);
  const { matches } = useMatches(typed.name, typed.customerId === null);
  /** Ids of customers whom staff were asked about, and who aren't meant. */
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const askedHolder = holder && declined.includes(holder.id) ? undefined : holder;
  // The customer who has the contact gets the booking, so others of the name are asked about only after that.
  const namesakes = askedHolder
    ? []
    : namesakesOf(typed.name, matches).filter(({ id }) => !declined.includes(id));

  const decline = (ids: readonly string[]) => {
    setDeclined((now) => [...now, ...ids]);
    form.clearErrors('customerId');
  };

  async function save() {
    // The field says why.
    if (isRefused(why, shownTimes, typed.time)) return;
    // Otherwise there would be a second card of the same person, or somebody's visit on the card of another.
    const isAsked = askedHolder ? isOtherName(askedHolder, typed.name) : namesakes.length > 0;
    if (isAsked) {
      flushSync(() => form.setError('customerId', { message: 'Not saved yet: please say who this is.' }));
      return leadToQuestion();
    }
    const request = requestOf(typed, known, sending);
    const answer = await send(request);
    const isToTell = Boolean(request.tell?.sms || request.tell?.email);
    const said = toldText(answer, { isAsked: isToTell, phone: typed.phone.trim() }, instantText).trim();
    toastSuccess('Booking created successfully', [
      [typed.name.trim(), withStylist(answer.stylist)].filter(Boolean).join(' '),
      ...(said ? [said] : []),
    ]);
    onClose();
  }

  function refused(error: unknown) {
    const name = error instanceof ApiError && refusedField(error);
    if (name) form.setError(name, { message: error.message });
    else toastFailure(error, error instanceof ApiError ? 'Error' : 'Failed to create booking');
  }

  return (
    <FormDialog
      title="Add Booking"
      form={form}
      discard="Discard this booking?"
      save="Create Booking"
      formClass="grid gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <CustomerFields
        typed={typed}
        namesakes={namesakes}
        known={known}
        lastTime={picked && lastTimeOf(picked.customer, offered, now)}
        error={errorOf('name')}
        unanswered={errorOf('customerId')}
        onChange={(changes) => {
          change(changes);
          // After “As last time” the day comes next, which is out of sight on a phone.
          if (changes.serviceIds) day.current?.scrollIntoView({ block: 'nearest' });
        }}
        onDecline={() => decline(namesakes.map(({ id }) => id))}
      />
      <PhoneField
        required
        value={typed.phone}
        error={errorOf('phone')}
        onType={(phone) => change({ phone })}
      />
      <AdminField label="Email" type="email" autoComplete="off" {...field('email')} />
      <HolderCallout
        holder={holder}
        name={typed.name}
        isAnswered={askedHolder === undefined}
        error={errorOf('customerId')}
        onYes={owner && (() => change(ofCustomer(owner.customer)))}
        onKeep={() => holder && decline([holder.id])}
      />
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
        label="Stylist"
        className="sm:col-span-2"
        isLive
        value={typed.stylistId}
        error={errorOf('stylistId') ?? nobodyDoesText(stylist ? [stylist] : stylists, chosen)}
        hint={stylist ? undefined : freeWithText(shownTimes, typed.time, stylists)}
        noteOf={(one) => notDoneText(one, chosen)}
        isUnable={(one) => notDoneText(one, chosen) !== undefined}
        onChange={({ target }) => change({ stylistId: target.value })}
      >
        <option value="">Anyone</option>
      </StylistField>
      <FreeDays
        {...asked}
        last={last}
        chosen={typed.date}
        onChoose={(next) => change({ date: next, time: '' })}
      />
      <AdminField
        ref={day}
        label="Date"
        type="date"
        // Leaves room for the next free days above, and for the time below.
        style={{ scrollMarginBottom: '12rem' }}
        required
        min={today}
        max={last}
        value={typed.date}
        error={typed.date && !isDayPossible ? dayProblem(typed.date, today) : errorOf('date')}
        onChange={({ target }) => change({ date: target.value, time: '' })}
      />
      <TimeChoice
        label="Time"
        times={shownTimes}
        stylist={stylist && stylistName(stylist)}
        isReady={isReady}
        notReady={
          isDayPossible
            ? 'Please select at least one service first.'
            : typed.date === ''
              ? 'Please select a date first.'
              : undefined
        }
        isBesideDate
        isNext={!form.isDirty && customer !== undefined && typed.time === ''}
        value={typed.time}
        selectedMinutes={typed.date === date && typed.time === time ? selectedMinutes : undefined}
        why={why}
        // One message about both stands at the date.
        error={errorOf('time') === errorOf('date') ? undefined : errorOf('time')}
        onRetry={times.error && !shownTimes ? times.reload : undefined}
        onChoose={(chosen) => change({ time: chosen })}
        onChooseNearest={(onDate, atTime) => change({ date: onDate, time: atTime })}
      />
      {shownTimes && !hasFreeTime(shownTimes) && (
        <div className="sm:col-start-2">
          <NextFreeDay
            date={typed.date}
            last={last}
            {...asked}
            onChoose={(next) => change({ date: next, time: '' })}
          />
        </div>
      )}
      <AdminTextArea label="Notes" className="sm:col-span-2" {...field('notes')} />
      <ConsentBox
        isTicked={consentOf(typed, known)}
        known={known}
        onTick={(consent) => change({ consent })}
      />
      <TellNewCustomer typed={typed} reach={reachOfNew(typed, known, sending)} onChange={change} />
    </FormDialog>
  );
}
