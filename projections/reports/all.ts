import { appointmentsReport } from './definitions/appointments.ts';
import { cancellationsReport } from './definitions/cancellations.ts';
import { revenueReport } from './definitions/revenue.ts';
import { servicesReport } from './definitions/services.ts';
import { utilisationReport } from './definitions/utilisation.ts';
import type { Report } from './report.ts';

/** Every report, in the order in which the page lists them. */
export const REPORTS: readonly Report[] = [
  appointmentsReport,
  revenueReport,
  servicesReport,
  cancellationsReport,
  utilisationReport,
];
