/** Both dialogs about hours, of weekdays and of dates, in one file to load: they have most of their code in common. */
export { DatesHoursDialog } from './dates-hours-dialog.tsx';
export { HoursDialog } from './hours-dialog.tsx';
