import { LineField, NumberField } from '../form/fields.tsx';
import { Group } from '../form/group.tsx';

export function BookingSection() {
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
        <NumberField path={['max_booking_minutes']} label="Longest booking, in minutes" className="half" />
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
