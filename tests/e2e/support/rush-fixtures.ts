import { json, type MockResponse } from './mock-api.ts';

/** Whether visitors book far more than usual. */
export const rushIs = (rush: boolean): MockResponse =>
  json(rush ? { rush, bookings: 24, minutes: 1_380 } : { rush, bookings: 0, minutes: 0 });
