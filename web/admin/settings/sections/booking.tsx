import { STYLIST_CHOICES } from '../../../../src/salon/team.ts';
import { useTeam } from '../../data/team.ts';
import { ChoiceField, LineField, NumberField, YesField } from '../form/fields.tsx';
import { Group } from '../form/group.tsx';

const START_EVERY = [30, 15, 10].map((minutes) => [minutes, `${minutes} minutes`] as const);

const CHOICES = STYLIST_CHOICES.map(
  (choice) =>
    [
      choice,
      { in_order: 'The first in your order', fewest_minutes: 'The one with the least to do that day' }[
        choice
      ],
    ] as const,
);

export function BookingSection() {
  const { isTeam } = useTeam();
  return (
    <>
      <Group
        title="Changes by customers"
        about="With their private link, customers move or cancel by themselves."
      >
        <NumberField
          path={['self_service_cutoff_hours']}
          label="Until how many hours before"
          hint="After that they have to call."
          className="half"
        />
        <NumberField
          path={['private_link_days']}
          label="Days that the link lasts"
          hint="After the appointment."
          className="half"
        />
      </Group>
      <Group title="Booking online">
        <ChoiceField
          path={['start_every_minutes']}
          label="A start every"
          hint="From each opening time on."
          options={START_EVERY}
          className="half"
        />
        <NumberField
          path={['notice_minutes']}
          label="Shortest notice, in minutes"
          hint="Customers book and move at least this long before the start."
          className="half"
        />
        <YesField path={['last_start_offered']}>
          Also the start of an appointment that ends exactly at closing
        </YesField>
        <NumberField path={['max_booking_minutes']} label="Longest booking, in minutes" className="half" />
        {isTeam && (
          <ChoiceField
            path={['choose_stylist']}
            label="A booking with “Anyone” goes to"
            hint="Of those who are free. The order is the one on the page Team."
            options={CHOICES}
            className="half"
          />
        )}
      </Group>
      <Group
        title="Booking by staff"
        about="Otherwise an appointment starts on the half hour, or where customers can start."
      >
        <YesField path={['staff_any_five_minutes']}>Any five minutes, such as 10:05 AM</YesField>
      </Group>
      <Group title="Reminders and quiet hours" about="Mails leave at any hour; they disturb nobody.">
        <LineField
          path={['reminder_time']}
          label="Reminders at"
          type="time"
          hint="On the day before. For appointments that are booked or moved from now on."
        />
        <LineField path={['quiet_from']} label="No texts from" type="time" className="half" />
        <LineField path={['quiet_to']} label="No texts until" type="time" className="half" />
      </Group>
    </>
  );
}
