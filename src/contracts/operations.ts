import {
  confirmEmailChange,
  createRecoveryCodes,
  endSession,
  getAccount,
  getMe,
  listSessions,
  listSignIns,
  nameFirstAdministrator,
  withdrawEmailChange,
} from './accounts.ts';
import {
  blockDate,
  changeBlockedDate,
  getBlockedDate,
  listBlockedDates,
  unblockDate,
} from './admin-blocked-dates.ts';
import {
  adminCancelBooking,
  adminRescheduleBooking,
  changeSmsConsent,
  completeBooking,
  confirmBooking,
  correctContact,
  createAdminBooking,
  deleteBooking,
  getAdminBooking,
  listAdminBookings,
  reinstateBooking,
} from './admin-bookings.ts';
import { addHours, changeHours, getHours, getSchedule, removeHours } from './admin-hours.ts';
import {
  addService,
  changeService,
  getAdminService,
  listAdminServices,
  removeService,
} from './admin-services.ts';
import { getAvailability, getAvailabilityDays, getNextFree } from './availability.ts';
import { createBooking, getShortLink } from './bookings.ts';
import { getCalendar } from './calendar.ts';
import { exportCustomer } from './customer-export.ts';
import {
  changeCustomer,
  eraseCustomer,
  getCustomer,
  linkBooking,
  listCustomers,
  mergeCustomer,
  splitCustomer,
} from './customers.ts';
import { getDashboard } from './dashboard.ts';
import { exportBookings, exportCustomers } from './exports.ts';
import {
  getBookingHistory,
  getCustomerHistory,
  getDayHistory,
  getHoursHistory,
  getServiceHistory,
} from './history.ts';
import { dropHold, holdSlot } from './holds.ts';
import { findContactHolder, getKnownCustomer } from './known-customer.ts';
import { getLive } from './live.ts';
import {
  cancelBooking,
  getCalendarFile,
  getManageAvailability,
  getManagedBooking,
  rescheduleBooking,
} from './manage.ts';
import { countMessages } from './message-count.ts';
import { changeSending, getSending, listMessages, resendMessage, sendBookingMessage } from './messages.ts';
import type { Operation } from './operation.ts';
import { getPage } from './pages.ts';
import { endRush, getRush } from './rush.ts';
import { getSalon } from './salon.ts';
import { cancelSameSource, listSameSource } from './same-source.ts';
import { listServices } from './services.ts';
import { getBookingTimes, getStaffTimes } from './staff-times.ts';
import { getUsualTexts } from './usual-texts.ts';
import { getBookingMessages, listWaitingMessages, withholdMessage } from './waiting-messages.ts';

/** Every operation there is, in the order in which they are described. Any other can't be mounted. */
export const OPERATIONS: readonly Operation[] = [
  getSalon,
  ...Object.values(getPage),
  listServices,
  getAvailability,
  getAvailabilityDays,
  getNextFree,
  createBooking,
  holdSlot,
  dropHold,
  getShortLink,
  getManagedBooking,
  cancelBooking,
  rescheduleBooking,
  getManageAvailability,
  getCalendarFile,
  getDashboard,
  getCalendar,
  getStaffTimes,
  listAdminBookings,
  createAdminBooking,
  getAdminBooking,
  getBookingTimes,
  confirmBooking,
  adminCancelBooking,
  adminRescheduleBooking,
  completeBooking,
  reinstateBooking,
  changeSmsConsent,
  correctContact,
  getBookingMessages,
  sendBookingMessage,
  deleteBooking,
  listSameSource,
  cancelSameSource,
  listMessages,
  listWaitingMessages,
  countMessages,
  resendMessage,
  withholdMessage,
  getSending,
  changeSending,
  getRush,
  endRush,
  getUsualTexts,
  listCustomers,
  getCustomer,
  getKnownCustomer,
  findContactHolder,
  changeCustomer,
  exportCustomer,
  eraseCustomer,
  mergeCustomer,
  splitCustomer,
  linkBooking,
  getSchedule,
  getHours,
  addHours,
  changeHours,
  removeHours,
  listBlockedDates,
  getBlockedDate,
  blockDate,
  changeBlockedDate,
  unblockDate,
  listAdminServices,
  getAdminService,
  addService,
  changeService,
  removeService,
  getBookingHistory,
  getCustomerHistory,
  getServiceHistory,
  getHoursHistory,
  getDayHistory,
  getLive,
  exportBookings,
  exportCustomers,
  getMe,
  getAccount,
  listSessions,
  endSession,
  listSignIns,
  confirmEmailChange,
  withdrawEmailChange,
  createRecoveryCodes,
  nameFirstAdministrator,
];
