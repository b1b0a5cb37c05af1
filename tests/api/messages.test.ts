import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { givenSalon, type TestSalon } from '../support/server.ts';
import { textsIn } from '../support/text-files.ts';

/** The server's clock stands at Friday, 10 AM. */
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ settings: { MESSAGE_WINDOW_SECONDS: '0' } });
});
afterAll(() => salon.stop());

const textsAbout = async (shortCode: string) =>
  (await textsIn(salon.dataDir)).filter(({ text }) => text.includes(`/b/${shortCode}`));

describe('a customer who books', () => {
  it('gets one text with the day, the time and the short link, and its end is in the ledger', async () => {
    const { id, short_code } = await salon.booked({ appointment_date: salon.freshDay() });
    const [text] = await eventually(async () => {
      const texts = await textsAbout(short_code);
      expect(texts).toHaveLength(1);
      return texts;
    });
    expect(text?.to).toBe('+19255550100');
    expect(text?.text).toMatch(/^Lumière Hair Studio: got your booking for Dec \d\d, 2026 at 10:00 AM/);
    await eventually(async () => {
      const events = await salon.log.read(`messages-${id}`);
      expect(events.map(({ type }) => type)).toEqual(['MessageAttempted', 'MessageSent']);
    });
  });
});
