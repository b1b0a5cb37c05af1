import { appointmentsReport } from './definitions/appointments.ts';
import type { Report } from './report.ts';

/** Every report, in the order in which the page lists them. */
export const REPORTS: readonly Report[] = [appointmentsReport];
