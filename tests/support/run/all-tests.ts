/** True for `npm run test:all`; `npm test` leaves out the files that are named slow. */
export const ALL_TESTS = process.env.TESTS === 'all';
