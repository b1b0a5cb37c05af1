import * as accounts from './accounts/accounts.ts';
import * as apiKeys from './accounts/api-keys.ts';
import * as calendarAddress from './accounts/calendar-address.ts';
import * as people from './accounts/people.ts';
import * as adminBookings from './bookings/admin-bookings.ts';
import * as availability from './bookings/availability.ts';
import * as bookings from './bookings/bookings.ts';
import * as calendar from './bookings/calendar.ts';
import * as calendarChanges from './bookings/calendar-changes.ts';
import * as checkout from './bookings/complete-booking.ts';
import * as dashboard from './bookings/dashboard.ts';
import * as holds from './bookings/holds.ts';
import * as bookingLength from './bookings/length.ts';
import * as manage from './bookings/manage.ts';
import * as sameSource from './bookings/same-source.ts';
import * as staffTimes from './bookings/staff-times.ts';
import * as takings from './bookings/takings.ts';
import * as visitNote from './bookings/visit-note.ts';
import * as whyNot from './bookings/why-not.ts';
import * as changeFeed from './change-feed.ts';
import { addCustomer } from './customers/add-customer.ts';
import * as customerExport from './customers/customer-export.ts';
import * as customers from './customers/customers.ts';
import * as erasure from './customers/erasure.ts';
import * as imports from './customers/imports.ts';
import * as knownCustomer from './customers/known-customer.ts';
import * as exportFiles from './exports.ts';
import * as activity from './history/activity.ts';
import * as history from './history/history.ts';
import * as undo from './history/undo.ts';
import * as live from './live.ts';
import * as answers from './messages/answers.ts';
import * as changeText from './messages/change-text.ts';
import * as late from './messages/late.ts';
import * as messageCount from './messages/message-count.ts';
import * as messages from './messages/messages.ts';
import * as usualTexts from './messages/usual-texts.ts';
import * as waitingMessages from './messages/waiting-messages.ts';
import type { Operation } from './operation.ts';
import * as reports from './reports/reports.ts';
import * as adminBlockedDates from './salon/admin-blocked-dates.ts';
import * as adminBlockedTimes from './salon/admin-blocked-times.ts';
import * as adminDays from './salon/admin-days.ts';
import * as adminHours from './salon/admin-hours.ts';
import * as adminServices from './salon/admin-services.ts';
import * as adminStylists from './salon/admin-stylists.ts';
import * as ownPictures from './salon/own-pictures.ts';
import * as pages from './salon/pages.ts';
import * as salon from './salon/salon.ts';
import * as services from './salon/services.ts';
import * as stylists from './salon/stylists.ts';
import * as connections from './settings/connections.ts';
import * as firstSteps from './settings/first-steps.ts';
import * as reviews from './settings/reviews.ts';
import * as sendingKeys from './settings/sending-keys.ts';
import * as settings from './settings/settings.ts';
import * as webhooks from './settings/webhooks.ts';
import * as backup from './system/backup.ts';
import * as logWait from './system/log-wait.ts';
import * as projections from './system/projections.ts';
import * as proof from './system/proof.ts';
import * as proofWarning from './system/proof-warning.ts';

/** All operations, in the order in which the documentation describes them. The server mounts no operation that isn't listed. */
export const OPERATIONS: readonly Operation[] = [
  salon.getSalon,
  ...Object.values(pages.getPage),
  services.listServices,
  stylists.listStylists,
  availability.getAvailability,
  availability.getAvailabilityDays,
  availability.getNextFree,
  availability.getNextFreeByStylist,
  bookings.createBooking,
  holds.holdSlot,
  holds.dropHold,
  bookings.getShortLink,
  manage.getManagedBooking,
  manage.cancelBooking,
  manage.rescheduleBooking,
  manage.getManageAvailability,
  manage.getCalendarFile,
  dashboard.getDashboard,
  takings.getTakings,
  calendar.getCalendar,
  calendarChanges.listCalendarChanges,
  staffTimes.getStaffTimes,
  staffTimes.getStaffDays,
  whyNot.getWhyNot,
  adminBookings.listAdminBookings,
  adminBookings.createAdminBooking,
  adminBookings.getAdminBooking,
  staffTimes.getBookingTimes,
  adminBookings.confirmBooking,
  adminBookings.adminCancelBooking,
  adminBookings.adminRescheduleBooking,
  bookingLength.changeServices,
  bookingLength.changeLength,
  checkout.completeBooking,
  adminBookings.reinstateBooking,
  adminBookings.changeSmsConsent,
  adminBookings.correctContact,
  adminBookings.recordArrival,
  visitNote.noteVisit,
  waitingMessages.getBookingMessages,
  changeText.getChangeText,
  messages.sendBookingMessage,
  late.tellLate,
  adminBookings.deleteBooking,
  sameSource.listSameSource,
  sameSource.cancelSameSource,
  messages.listMessages,
  messageCount.countMessages,
  messages.resendMessage,
  answers.getAnswering,
  answers.answerMessage,
  answers.dismissMessage,
  messages.getSending,
  messages.changeSending,
  usualTexts.getUsualTexts,
  customers.listCustomers,
  customers.getCustomer,
  knownCustomer.getKnownCustomer,
  knownCustomer.findContactHolder,
  addCustomer,
  customers.changeCustomer,
  customerExport.exportCustomer,
  customers.eraseCustomer,
  erasure.getCustomerErasure,
  erasure.getBookingErasure,
  customers.mergeCustomer,
  customers.splitCustomer,
  customers.linkBooking,
  imports.uploadImportFile,
  imports.previewImport,
  imports.startImport,
  imports.listImports,
  imports.getImport,
  imports.listNotTaken,
  imports.undoImport,
  adminHours.getSchedule,
  adminHours.getHours,
  adminHours.addHours,
  adminHours.changeWeek,
  adminHours.changeHours,
  adminHours.removeHours,
  adminBlockedDates.listBlockedDates,
  adminBlockedDates.getBlockedDate,
  adminBlockedDates.blockDate,
  adminBlockedDates.changeBlockedDate,
  adminBlockedDates.unblockDate,
  adminDays.getDay,
  adminDays.setDayHours,
  adminDays.clearDayHours,
  adminDays.setHoursOfDays,
  adminBlockedTimes.listBlockedTimes,
  adminBlockedTimes.getBlockedTime,
  adminBlockedTimes.blockTime,
  adminBlockedTimes.changeBlockedTime,
  adminBlockedTimes.unblockTime,
  adminServices.listAdminServices,
  adminServices.getAdminService,
  adminServices.addService,
  adminServices.changeService,
  adminServices.removeService,
  adminStylists.listAdminStylists,
  adminStylists.addStylist,
  adminStylists.changeStylist,
  adminStylists.setStylistHours,
  adminStylists.activateStylist,
  adminStylists.deactivateStylist,
  adminStylists.eraseStylist,
  adminStylists.listAhead,
  ownPictures.uploadPicture,
  ownPictures.choosePicture,
  firstSteps.getFirstSteps,
  settings.getFormerTexts,
  ...Object.values(settings.getSettings),
  ...Object.values(settings.changeSettings),
  reviews.listReviews,
  reviews.addReview,
  reviews.changeReview,
  reviews.removeReview,
  reviews.eraseReview,
  sendingKeys.getSendingKeys,
  sendingKeys.changeSendingKeys,
  sendingKeys.sendTest,
  history.getBookingHistory,
  history.getCustomerHistory,
  history.getServiceHistory,
  history.getHoursHistory,
  history.getDayHistory,
  history.getSettingsHistory,
  reports.listReports,
  reports.exportReport,
  reports.getReport,
  reports.listReportedBookings,
  activity.listActivity,
  undo.undo,
  changeFeed.listEvents,
  webhooks.listWebhooks,
  webhooks.makeWebhook,
  webhooks.getWebhook,
  webhooks.changeWebhook,
  webhooks.removeWebhook,
  webhooks.replayWebhook,
  webhooks.testWebhook,
  webhooks.renewWebhookSecret,
  webhooks.listDeliveries,
  connections.listConnections,
  connections.revokeConnections,
  live.getLive,
  exportFiles.exportBookings,
  exportFiles.exportCustomers,
  projections.getProjections,
  projections.rebuildProjection,
  projections.retryProjection,
  logWait.getLogWait,
  backup.startBackup,
  proof.getProof,
  proof.startProof,
  proofWarning.getProofWarning,
  accounts.getMe,
  accounts.getAccount,
  accounts.listSessions,
  accounts.endSession,
  accounts.listSignIns,
  accounts.confirmEmailChange,
  accounts.withdrawEmailChange,
  accounts.createRecoveryCodes,
  calendarAddress.makeCalendarAddress,
  calendarAddress.removeCalendarAddress,
  calendarAddress.getPrivateCalendar,
  people.listPeople,
  people.invitePerson,
  people.changePerson,
  people.removePerson,
  apiKeys.listApiKeys,
  apiKeys.makeApiKey,
  apiKeys.revokeApiKey,
  accounts.nameFirstAdministrator,
];
