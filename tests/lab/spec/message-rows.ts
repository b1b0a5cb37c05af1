import type { SpecRow } from './row.ts';

/** Most of section 8 is texts: each row is one, or several that come together. */
const text = (id: string, ...says: readonly string[]): SpecRow => ({
  id: `8.${id}`,
  title: says.map((words) => `“${words}”`).join(', '),
  says,
});

/** Section 8. */
export const MESSAGE_ROWS: readonly SpecRow[] = [
  text('availability-failed', 'Failed to load available time slots'),
  text('booking-error', 'Booking Error'),
  text('booking-limit', "You've reached the booking limit. Please wait an hour before booking again."),
  text('booking-email', 'Please enter a valid email address.'),
  text('booking-phone', 'Please enter a valid phone number.'),
  text('booking-name', 'Please enter a valid name (2-100 characters).'),
  text('booking-suspicious', 'For security reasons, please contact us directly at'),
  text('booking-too-far', 'Please select a date within the next 6 months.'),
  text('booking-past', 'Please select a future date for your appointment.'),
  text('booking-other', 'Failed to create booking. Please try again.'),
  text('booking-confirmed', 'Booking Confirmed!'),
  { id: '8.auth-alert', title: "The auth service's message in an alert" },
  text('auth-toasts', 'Check your email', 'Welcome!'),

  text('fetch-bookings', 'Failed to fetch bookings'),
  text('fetch-services', 'Failed to fetch services'),
  text('update-status', 'Failed to update booking status'),
  text('cancel-failed', 'Failed to cancel booking'),
  text('consent-failed', 'Failed to update SMS consent'),
  text('sms-failed', 'Failed to send SMS notifications'),
  text('reschedule-failed', 'Failed to reschedule booking'),
  text('delete-failed', 'Failed to delete booking. You may need admin permissions.'),
  text('create-failed', 'Failed to create booking'),
  text('calendar-failed', 'Failed to load calendar data'),
  text('schedule-failed', 'Failed to update schedule'),
  text('slot-add-failed', "Failed to add time slot. Make sure the time doesn't overlap with existing slots."),
  text('slot-failed', 'Failed to update time slot', 'Failed to delete time slot'),
  text('block-failed', 'Failed to block date', 'Failed to remove blocked date'),
  { id: '8.server-messages', title: "Customers and services show the server's message with the title Error" },

  text('status-updated', 'Booking confirmed successfully'),
  text('cancelled', 'Appointment Cancelled', 'Booking cancelled due to:', 'Customer notified via SMS.'),
  text('rescheduled', 'Appointment Rescheduled', 'Booking rescheduled to', 'Customer notified via SMS.'),
  text('consent-updated', 'SMS consent enabled', 'SMS consent disabled'),
  text('sms-sent', 'SMS notifications sent successfully'),
  text('created', 'Booking created successfully'),
  text('deleted', 'Booking Deleted'),
  text('schedule-updated', 'Schedule updated successfully'),
  text(
    'slots-updated',
    'New time slot added successfully',
    'Time slot updated successfully',
    'Time slot deleted successfully',
  ),
  text('blocked', 'Date blocked successfully', 'Blocked date removed'),
  text('customer-updated', 'Customer updated successfully'),
  text(
    'services-updated',
    'Service created successfully',
    'Service updated successfully',
    'Service deleted successfully',
  ),
  text('service-switched', 'Service activated', 'Service deactivated'),

  text('manage-cancelled', 'Appointment cancelled successfully', 'Failed to cancel appointment:'),
  text('manage-rescheduled', 'Appointment rescheduled successfully', 'Failed to reschedule:'),
  text('invalid-link', 'This booking link is not valid or has expired.'),
  text('manage-failed', 'Failed to load booking. Please try again.'),

  text(
    'confirm-delete-booking',
    'Are you sure you want to permanently delete this booking? This action cannot be undone.',
  ),
  text('confirm-delete-service', 'Are you sure you want to delete this service?'),
  text('confirm-cancel', 'Are you sure you want to cancel this appointment?'),
];
