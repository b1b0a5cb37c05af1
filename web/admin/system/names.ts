/** The names of read models, jobs and tasks for people who run a salon. Technicians find the names that the program uses beside them. */

const LISTS: Readonly<Record<string, string>> = {
  appointments: 'Figures for calendar and reports',
  availability: 'Free times',
  blocked_dates: 'Blocked dates',
  bookings: 'Appointments',
  clock: 'Moments of changes',
  customers: 'Customers',
  days: 'Days with hours of their own, and blocked times',
  history: 'History of every change',
  hours: 'Weekly hours',
  messages: 'Texts and mails',
  pictures: 'Pictures',
  reviews: 'Reviews',
  services: 'Services',
  short_links: 'Short links in texts',
  team: 'Stylists',
};

const TASKS: Readonly<Record<string, string>> = {
  'slot-keeper': 'Gives back times that nobody took',
  registrar: 'Finds the customer of each booking',
  shredder: 'Erases what is to be erased',
  importer: 'Adds customers from files',
  messenger: 'Prepares texts and mails',
};

const JOBS: Readonly<Record<string, string>> = {
  'account-mails': 'mails about accounts',
};

/** The name of a read model's list behind the pages. */
export const listName = (name: string): string => LISTS[name] ?? name;

/** The name of a task that runs by itself. */
export const taskName = (name: string): string => TASKS[name] ?? name;

/** Work that waits in a queue. */
export const jobName = (queue: string): string => JOBS[queue] ?? queue;
