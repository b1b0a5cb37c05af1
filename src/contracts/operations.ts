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
} from './accounts/accounts.ts';
import { listApiKeys, makeApiKey, revokeApiKey } from './accounts/api-keys.ts';
import {
  getPrivateCalendar,
  makeCalendarAddress,
  removeCalendarAddress,
} from './accounts/calendar-address.ts';
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
} from './bookings/admin-bookings.ts';
import { getAvailability, getAvailabilityDays, getNextFree } from './bookings/availability.ts';
import { createBooking, getShortLink } from './bookings/bookings.ts';
import { getCalendar } from './bookings/calendar.ts';
import { listCalendarMoments } from './bookings/calendar-moments.ts';
import { getDashboard } from './bookings/dashboard.ts';
import { dropHold, holdSlot } from './bookings/holds.ts';
import {
  cancelBooking,
  getCalendarFile,
  getManageAvailability,
  getManagedBooking,
  rescheduleBooking,
} from './bookings/manage.ts';
import { endRush, getRush } from './bookings/rush.ts';
import { cancelSameSource, listSameSource } from './bookings/same-source.ts';
import { getBookingTimes, getStaffTimes } from './bookings/staff-times.ts';
import { noteVisit } from './bookings/visit-note.ts';
import { getWhyNot } from './bookings/why-not.ts';
import { listEvents } from './change-feed.ts';
import { exportCustomer } from './customers/customer-export.ts';
import {
  changeCustomer,
  eraseCustomer,
  getCustomer,
  linkBooking,
  listCustomers,
  mergeCustomer,
  splitCustomer,
} from './customers/customers.ts';
import { getBookingErasure, getCustomerErasure } from './customers/erasure.ts';
import {
  addCustomer,
  getImport,
  listImports,
  previewImport,
  startImport,
  undoImport,
  uploadImportFile,
} from './customers/imports.ts';
import { findContactHolder, getKnownCustomer } from './customers/known-customer.ts';
import { exportBookings, exportCustomers } from './exports.ts';
import { listActivity } from './history/activity.ts';
import {
  getBookingHistory,
  getCustomerHistory,
  getDayHistory,
  getHoursHistory,
  getServiceHistory,
  getSettingsHistory,
} from './history/history.ts';
import { undo } from './history/undo.ts';
import { getLive } from './live.ts';
import { answerMessage, dismissMessage, getAnswering } from './messages/answers.ts';
import { getChangeText } from './messages/change-text.ts';
import { countMessages } from './messages/message-count.ts';
import {
  changeSending,
  getSending,
  listMessages,
  resendMessage,
  sendBookingMessage,
} from './messages/messages.ts';
import { getUsualTexts } from './messages/usual-texts.ts';
import { getBookingMessages, listWaitingMessages, withholdMessage } from './messages/waiting-messages.ts';
import type { Operation } from './operation.ts';
import { exportReport, getReport, listReportedAppointments, listReports } from './reports/reports.ts';
import {
  blockDate,
  changeBlockedDate,
  getBlockedDate,
  listBlockedDates,
  unblockDate,
} from './salon/admin-blocked-dates.ts';
import {
  blockTime,
  changeBlockedTime,
  getBlockedTime,
  listBlockedTimes,
  unblockTime,
} from './salon/admin-blocked-times.ts';
import { clearDayHours, getDay, setDayHours, setHoursOfDays } from './salon/admin-days.ts';
import { addHours, changeHours, getHours, getSchedule, removeHours } from './salon/admin-hours.ts';
import {
  addService,
  changeService,
  getAdminService,
  listAdminServices,
  removeService,
} from './salon/admin-services.ts';
import { choosePicture, uploadPicture } from './salon/own-pictures.ts';
import { getPage } from './salon/pages.ts';
import { getSalon } from './salon/salon.ts';
import { listServices } from './salon/services.ts';
import { getFirstSteps } from './settings/first-steps.ts';
import { addReview, changeReview, eraseReview, listReviews, removeReview } from './settings/reviews.ts';
import { changeSendingKeys, getSendingKeys, sendTest } from './settings/sending-keys.ts';
import { changeSettings, getFormerTexts, getSettings } from './settings/settings.ts';
import {
  changeWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  renewWebhookSecret,
  replayWebhook,
  testWebhook,
} from './settings/webhooks.ts';
import { getProjections, rebuildProjection, retryProjection } from './system/projections.ts';
import { getProof, startProof } from './system/proof.ts';
import { getProofWarning } from './system/proof-warning.ts';

/** All operations, in the order in which the documentation describes them. The server mounts no operation that isn't listed. */
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
  listCalendarMoments,
  getStaffTimes,
  getWhyNot,
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
  noteVisit,
  getBookingMessages,
  getChangeText,
  sendBookingMessage,
  deleteBooking,
  listSameSource,
  cancelSameSource,
  listMessages,
  listWaitingMessages,
  countMessages,
  resendMessage,
  getAnswering,
  answerMessage,
  dismissMessage,
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
  getCustomerErasure,
  getBookingErasure,
  mergeCustomer,
  splitCustomer,
  linkBooking,
  addCustomer,
  uploadImportFile,
  previewImport,
  startImport,
  listImports,
  getImport,
  undoImport,
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
  getDay,
  setDayHours,
  clearDayHours,
  setHoursOfDays,
  listBlockedTimes,
  getBlockedTime,
  blockTime,
  changeBlockedTime,
  unblockTime,
  listAdminServices,
  getAdminService,
  addService,
  changeService,
  removeService,
  uploadPicture,
  choosePicture,
  getFirstSteps,
  getFormerTexts,
  ...Object.values(getSettings),
  ...Object.values(changeSettings),
  listReviews,
  addReview,
  changeReview,
  removeReview,
  eraseReview,
  getSendingKeys,
  changeSendingKeys,
  sendTest,
  getBookingHistory,
  getCustomerHistory,
  getServiceHistory,
  getHoursHistory,
  getDayHistory,
  getSettingsHistory,
  listReports,
  exportReport,
  getReport,
  listReportedAppointments,
  listActivity,
  undo,
  listEvents,
  listWebhooks,
  makeWebhook,
  getWebhook,
  changeWebhook,
  removeWebhook,
  replayWebhook,
  testWebhook,
  renewWebhookSecret,
  listDeliveries,
  getLive,
  exportBookings,
  exportCustomers,
  getProjections,
  rebuildProjection,
  retryProjection,
  getProof,
  startProof,
  getProofWarning,
  getMe,
  getAccount,
  listSessions,
  endSession,
  listSignIns,
  confirmEmailChange,
  withdrawEmailChange,
  createRecoveryCodes,
  makeCalendarAddress,
  removeCalendarAddress,
  getPrivateCalendar,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  nameFirstAdministrator,
];
