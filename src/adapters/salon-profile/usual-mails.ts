import type { Sections } from '../../contracts/settings/sections.ts';

/** The text about other services or another end, which came later: profiles and settings may lack it. */
export const CHANGED_TEXT =
  '{name}: your changed appointment on {weekday}, {date} at {time} ends at {end}. {link} STOP to opt out';

/** The text and the mail about an appointment that another stylist does at its time. */
export const HANDED_OVER = {
  text: '{name}: your appointment on {weekday}, {date} at {time} is now {stylist}. {link} STOP to opt out',
  mail: {
    subject: 'Changed: {when} at {name}',
    heading: 'Your appointment has changed',
    text: 'Your appointment for {services} on {when} is now {stylist}.',
  },
};

/** The mails' texts if the profile has no others. `{when}`, `{end}`, `{services}` and `{stylist}` are an appointment's. */
export const USUAL_MAILS: Sections['messages']['mails'] = {
  booked: {
    subject: 'Your booking at {name}: {when}',
    heading: 'We have your booking',
    text: 'Thank you for choosing {name}. You asked for {services} on {when}. We will confirm it soon.',
  },
  confirmed: {
    subject: 'Confirmed: {when} at {name}',
    heading: 'Your appointment is confirmed',
    text: 'We look forward to seeing you on {when} for {services}.',
  },
  rescheduled: {
    subject: 'Moved: your appointment at {name} is on {when}',
    heading: 'Your appointment has moved',
    text: 'Your appointment for {services} is now on {when}.',
  },
  changed: {
    subject: 'Changed: {when} at {name}',
    heading: 'Your appointment has changed',
    text: 'Your appointment on {when} is now for {services} and ends at {end}.',
  },
  cancelled: {
    subject: 'Cancelled: {when} at {name}',
    heading: 'Your appointment is cancelled',
    text: 'Your appointment for {services} on {when} is cancelled. The time is free for others again.',
  },
  reinstated: {
    subject: 'On again: {when} at {name}',
    heading: 'Your appointment is on again',
    text: 'Your appointment for {services} on {when} takes place after all.',
  },
  reminder: {
    subject: 'See you on {when}',
    heading: 'See you soon',
    text: 'This is to remind you of your appointment for {services} on {when}. If something has come up, please move or cancel it in time.',
  },
};
