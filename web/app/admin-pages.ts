import type { ComponentType } from 'react';

/** The component of each page of the admin area, in a chunk of its own. */
const PAGES = {
  admin: async () => (await import('../admin/dashboard/page.tsx')).DashboardPage,
  appointments: async () => (await import('../admin/appointments/page.tsx')).AppointmentsPage,
  adminServices: async () => (await import('../admin/services/page.tsx')).AdminServicesPage,
  adminCalendar: async () => (await import('../admin/calendar/page.tsx')).CalendarPage,
  customers: async () => (await import('../admin/customers/page.tsx')).CustomersPage,
  customer: async () => (await import('../admin/customers/page.tsx')).CustomerPage,
  messages: async () => (await import('../admin/messages/page.tsx')).MessagesPage,
  takings: async () => (await import('../admin/takings/page.tsx')).TakingsPage,
  reports: async () => (await import('../admin/reports/page.tsx')).ReportsPage,
  activity: async () => (await import('../admin/activity/page.tsx')).ActivityPage,
  team: async () => (await import('../admin/team/page.tsx')).TeamPage,
  people: async () => (await import('../admin/people/page.tsx')).PeoplePage,
  settings: async () => (await import('../admin/settings/page.tsx')).SettingsPage,
  access: async () => (await import('../admin/access/page.tsx')).AccessPage,
  account: async () => (await import('../admin/account/page.tsx')).AccountPage,
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>;

export type AdminPageName = keyof typeof PAGES;

export const loadAdminPage = (name: AdminPageName): Promise<ComponentType> => PAGES[name]();
