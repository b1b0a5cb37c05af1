import type { SpecRow } from './row.ts';

/** Section 2, as far as visitors and customers see it. */
export const PUBLIC_ROWS: readonly SpecRow[] = [
  {
    id: '2.routes',
    title: 'Every route of the list answers, and every address that it leaves out is not found',
  },
  {
    id: '2.not-found',
    title: 'The page that was not found, with a link home',
    says: ['Oops! Page not found'],
  },
  { id: '2.book-now', title: 'The target /book-now of a button, which is no route' },
  { id: '2.header', title: 'Header: links, phone button, opaque past 50 px' },
  { id: '2.menu', title: 'The collapsed menu of small screens closes when a link is picked' },
  { id: '2.footer', title: 'Footer: quick links, social links, contact, button, year' },
  {
    id: '2.home-hero',
    title: 'Home: headline and two buttons',
    says: ['Book Your Appointment', 'View Services'],
  },
  { id: '2.home-testimonials', title: 'Home: six testimonials, all rated 5' },
  { id: '2.home-metadata', title: 'Home: search metadata' },
  { id: '2.services', title: 'Services: specialties, price menu that starts at, calls to book' },
  { id: '2.gallery', title: 'Gallery: filter, before and after, films with durations' },
  { id: '2.wizard-steps', title: 'Wizard: three steps, each button only when its step is complete' },
  {
    id: '2.wizard-services',
    title: 'Wizard, step 1: rows toggle, panel with remove buttons and total duration',
  },
  { id: '2.wizard-dates', title: 'Wizard, step 2: past and blocked days disabled, free times listed' },
  { id: '2.wizard-checkout', title: 'Wizard, step 3: fields and consent; submitting books' },
  {
    id: '2.wizard-done',
    title: 'Wizard: reset, toast and thank-you page after booking',
    says: ['Booking Confirmed!'],
  },
  { id: '2.wizard-help', title: 'Wizard: the notice of whom to text when the system errs' },
  { id: '2.thank-you-sources', title: 'Thank-you: from the query, the navigation or the session; else home' },
  { id: '2.thank-you', title: 'Thank-you: what it shows, its calendar link and its buttons' },
  { id: '2.short-link', title: 'Short link: redirects; a toast and home on failure' },
  { id: '2.manage-invalid', title: 'Manage: no token', says: ['Invalid Link'] },
  { id: '2.manage-denied', title: 'Manage: link invalid, expired or removed', says: ['Access Denied'] },
  {
    id: '2.manage-cancelled',
    title: 'Manage: a cancelled booking',
    says: ['Appointment Cancelled', 'This appointment has already been cancelled.'],
  },
  { id: '2.manage', title: 'Manage: the appointment, moving and cancelling it' },
  { id: '2.manage-no-retry', title: 'Manage: the view is asked for once' },
  { id: '2.policies', title: 'Terms and privacy' },
  { id: '2.auth', title: 'Sign in and sign up as tabs of the query; who is signed in goes to /admin' },
];
