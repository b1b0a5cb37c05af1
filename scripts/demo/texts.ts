export const BOOKING_NOTES = [
  'First visit, recommended by a friend.',
  'Please use the quiet chair by the window.',
  'Allergic to ammonia.',
  'I will bring photos.',
  'Running straight from work, may be five minutes late.',
  'Growing out a fringe.',
  'Photo shoot on the weekend.',
  'Wedding guest, hair half up please.',
  'Last color was six months ago.',
  'No blow-dry needed.',
];

export const CUSTOMER_NOTES = [
  'Prefers mornings. Coffee, no sugar.',
  'Patch test done, no reaction.',
  'Sensitive scalp: use the mild shampoo.',
  'Formula 7N + 8A, 20 vol, 35 minutes.',
  'Likes a quiet appointment.',
  'Always books for her daughter too.',
  'Tends to be ten minutes late.',
  'Extensions fitted elsewhere, check the bonds.',
  'Parks at the back, ring when she arrives.',
  'Gift card, balance in the drawer.',
];

export const FORMULAS = [
  '6N + 7G 1:1, 20 vol, 35 minutes.\nRoots first, ends for the last five.',
  '7N + 8A 2:1, 20 vol, 40 minutes. Gloss 9V, 15 minutes.',
  'Foils 9% with bond builder, 45 minutes. Toner 10P + 10V, 8 minutes.',
  '5N, 10 vol, 30 minutes. Covers the gray at the temples well.',
  'Balayage freehand, level 8, toner 8NB. Half a level warmer next time.',
  '6RC, 20 vol, 35 minutes. Fades fast: recommended the color mask.',
];

export const MOVE_MESSAGES = [
  'We had to move your appointment. Please call if the new time does not suit you.',
  'Thank you for your flexibility, see you at the new time.',
];

export const CANCEL_MESSAGES = [
  'We are sorry that we have to cancel. Please call us for another time.',
  'Your appointment is cancelled as you asked. See you another time.',
];

/** A few words for each kind of service, which the salon's profile leaves out. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Hair Styling': 'Shaped for the day or the evening, with a finish that lasts.',
  'Hair Color': 'With a consultation first, and bond care included.',
  'Hair Treatment': 'For hair that needs rest: calm, shine and strength.',
  Haircut: 'Cut to how your hair falls, washed and finished.',
  'Special Occasion': 'For the day itself; a trial can be booked beforehand.',
  Other: 'Ask us, we are glad to explain.',
};

export const BLOCK_REASONS = {
  holiday: 'Public holiday',
  training: 'Team training',
  vacation: 'Summer vacation',
};
