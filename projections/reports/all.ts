import { appointmentsReport } from './definitions/appointments.ts';
import { customersReport } from './definitions/customers.ts';
import { leadTimeReport } from './definitions/lead-time.ts';
import { messagesReport } from './definitions/messages.ts';
import { rebookingReport } from './definitions/rebooking.ts';
import type { Report } from './report.ts';

/** Every report, in the order in which the page lists them. */
export const REPORTS: readonly Report[] = [
  appointmentsReport,
  customersReport,
  leadTimeReport,
  rebookingReport,
  messagesReport,
];
