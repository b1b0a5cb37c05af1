import type { SpecRow } from './row.ts';

/** Section 2, the admin area. */
export const ADMIN_ROWS: readonly SpecRow[] = [
  { id: '2.shell', title: 'Sidebar: entries, Back to Website, Sign Out' },
  { id: '2.shell-collapses', title: 'Sidebar: collapses by ctrl/cmd+b, kept in a cookie for 7 days' },
  {
    id: '2.shell-sign-out',
    title: 'Signing out, and its toasts',
    says: ['Signed out', 'You have been successfully signed out.'],
  },
  {
    id: '2.gate',
    title: 'Access gate: spinner, sign-in, denied, content',
    says: ['Access Denied', 'Admin access required.'],
  },
  { id: '2.dashboard-numbers', title: 'Dashboard: the four numbers' },
  { id: '2.dashboard-recent', title: 'Dashboard: the 5 most recent bookings' },
  { id: '2.status-colours', title: 'Colours of the statuses' },
  {
    id: '2.appointments-filters',
    title: 'Appointments: count, search, status filter',
  },
  {
    id: '2.appointments-table',
    title: 'Appointments: columns, empty text, row actions',
    says: ['No appointments found'],
  },
  {
    id: '2.appointment-details',
    title: 'Appointment details and their actions',
  },
  { id: '2.send-sms', title: 'The button that sends a text message' },
  { id: '2.add-booking', title: 'Add Booking with the customer picker' },
  {
    id: '2.cancel-dialog',
    title: 'Cancel dialog: reason required, optional message',
    says: ['Keep Appointment'],
  },
  {
    id: '2.reschedule-dialog',
    title: 'Reschedule dialog: date, time, optional message',
  },
  { id: '2.calendar-views', title: 'Calendar: Day, Week, Month; Previous, Today, Next' },
  {
    id: '2.calendar-day',
    title: 'Calendar, day: blocked badge, slots, bookings',
    says: ['Salon Closed - Blocked'],
  },
  { id: '2.calendar-week', title: 'Calendar, week: seven columns, one day at a time on a phone' },
  { id: '2.calendar-month', title: 'Calendar, month: today, blocked days, hours, bookings with +N more' },
  { id: '2.calendar-slots', title: 'Calendar: adding, editing, switching and deleting hours' },
  { id: '2.blocked-dates', title: 'Calendar: the card of blocked dates' },
  { id: '2.customers-table', title: 'Customers: search, columns', says: ['Not set'] },
  {
    id: '2.customers-empty',
    title: 'Customers: the empty texts',
    says: ['No customers yet', 'No customers found matching your search'],
  },
  { id: '2.customer-profile', title: 'Customers: profile with Edit, Save and Cancel' },
  { id: '2.service-history', title: 'Customers: service history', says: ['No service history yet'] },
  { id: '2.services-list', title: 'Services: cards by category', says: ['No description'] },
  { id: '2.services-dialog', title: 'Services: adding and editing', says: ['Add Your First Service'] },
];
