import { appointmentsReport } from './definitions/appointments.ts';
import { cancellationsReport } from './definitions/cancellations.ts';
import { customersReport } from './definitions/customers.ts';
import { leadTimeReport } from './definitions/lead-time.ts';
import { messagesReport } from './definitions/messages.ts';
import { rebookingReport } from './definitions/rebooking.ts';
import { revenueReport } from './definitions/revenue.ts';
import { servicesReport } from './definitions/services.ts';
import { takingsReport } from './definitions/takings.ts';
import { utilisationReport } from './definitions/utilisation.ts';
import type { Report } from './report.ts';

/** Every report, in the order in which the page lists them. */
export const REPORTS: readonly Report[] = [
  appointmentsReport,
  revenueReport,
  takingsReport,
  servicesReport,
  customersReport,
  cancellationsReport,
  utilisationReport,
  leadTimeReport,
  rebookingReport,
  messagesReport,
];
