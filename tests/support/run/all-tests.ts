/** True for `npm run test:all`; `npm test` leaves out what takes long for what it adds (tests/vitest.config.ts). */
export const ALL_TESTS = process.env.TESTS === 'all';
