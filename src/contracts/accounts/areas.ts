/**
 * Areas into which an API key lets a program, in the words of the owner. Each operation of staff names its area, by what it tells or
 * changes. Operations without an area are left to people who are signed in: accounts and keys, erasing, secrets, undoing, everything at
 * once, and the care of the service.
 */
export const AREAS = {
  bookings: { name: 'Appointments', about: 'the calendar, free times, and who comes when' },
  customers: { name: 'Customers', about: 'profiles with contacts, visits and notes' },
  services: { name: 'Services', about: 'what you offer, and prices' },
  hours: { name: 'Hours', about: 'opening hours, blocked days and times, and the appointments they affect' },
  messages: { name: 'Messages', about: 'texts and mails to customers, and their replies' },
  reports: { name: 'Reports', about: 'figures about money, visits and services' },
  settings: { name: 'Settings', about: 'what the website says, pictures, reviews and the team' },
  events: { name: 'Change feed', about: 'everything that happens, without names' },
} as const;
export type Area = keyof typeof AREAS;
