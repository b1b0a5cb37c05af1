/** The next step of an appointment that the salon hasn't confirmed, in the same words on every page. */
export const REQUESTED = { word: 'Requested', next: 'We confirm by text, usually the same day.' } as const;
