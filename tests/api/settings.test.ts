import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { UsualTexts } from '../../src/contracts/messages/usual-texts.ts';
import type { Salon } from '../../src/contracts/salon/salon.ts';
import { PRERENDERED } from '../../src/site/rendered-pages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { SECTIONS_OF_FILE } from '../support/salon/sections-of-file.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
let colleague: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { MESSAGE_WINDOW_SECONDS: '0' } });
  staff = await givenStaff(salon);
  colleague = await givenStaff(salon);
});
afterAll(() => salon.stop());

interface Shown {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly saved: boolean;
  readonly version: number;
  readonly variables: Readonly<Record<string, string>>;
}

const at = (section: string) => `/api/admin/settings/${section}`;
const read = async (section: string) => (await staff.get(at(section))).json as Shown;
const pageAt = async (path: string) => (await salon.get(path, { headers: { Accept: 'text/html' } })).text;

async function changed(section: string, changes: object) {
  const answer = await staff.patch(at(section), changes);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

describe('settings of a salon, step by step', { shuffle: false }, () => {
  describe('a section of the settings', () => {
    it('is what the profile’s file says until it is saved, field by field', async () => {
      const before = await staff.get(at('policies'));
      expect(before.headers.etag).toBe(`"${(before.json as Shown).version}"`);
      expect(before.json).toMatchObject({ settings: SECTIONS_OF_FILE.policies, saved: false });
      await changed('policies', { policy_notice_hours: 48 });
      expect(await read('policies')).toMatchObject({
        settings: { ...SECTIONS_OF_FILE.policies, policy_notice_hours: 48 },
        saved: true,
      });
    });

    it('is saved once for two clicks, and by the first of two people', async () => {
      const { version } = await read('booking');
      const other = await read('policies');
      const ask = { key: randomUUID(), ifMatch: `"${version}"` };
      const [first, again] = await Promise.all([
        staff.patch(at('booking'), { private_link_days: 14 }, ask),
        staff.patch(at('booking'), { private_link_days: 14 }, ask),
      ]);
      expect(again.json).toEqual(first.json);
      const stale = await colleague.patch(
        at('booking'),
        { private_link_days: 7 },
        { ifMatch: `"${version}"` },
      );
      expectProblem(stale, 'stale');
      expect(stale.json).toMatchObject({ version: version + 1, changes: [{ type: 'SettingsChanged' }] });
      expect((await read('booking')).settings.private_link_days).toBe(14);
      // A colleague who edits another section gets no conflict.
      const ofOther = { ifMatch: `"${other.version}"` };
      expect((await colleague.patch(at('policies'), { service_concern_days: 9 }, ofOther)).status).toBe(200);
    });

    it('is refused where it would break a page or a message, with the field and why', async () => {
      const refused = async (section: string, changes: object) =>
        Object.keys(fieldErrors(await staff.patch(at(section), changes)));
      expect(await refused('salon', { name: '  ' })).toEqual(['name']);
      expect(
        await refused('salon', { links: { facebook: 'javascript:alert(1)', instagram: null, contact: '#' } }),
      ).toEqual(['links.facebook']);
      expect(
        await refused('messages', { texts: { ...SECTIONS_OF_FILE.messages.texts, booked: 'Hi {nme}' } }),
      ).toEqual(['texts.booked']);
      expect(await refused('front-page', { headline: 'x'.repeat(161) })).toEqual(['headline']);
      expectProblem(await staff.patch(at('salon'), { phone: '123' }), 'invalid-phone');
      expectProblem(await staff.patch(at('salon'), { time_zone: 'Mars/Olympus' }), 'invalid-time-zone');
      expectProblem(await staff.patch(at('salon'), { surprise: 1 }), 'validation-failed');
      expect((await read('salon')).saved).toBe(false);
    });

    it('shows in its history who changed what, and can be undone', async () => {
      const answer = await changed('front-page', { headline: 'Hair with patience' });
      await changed('prices', { price_range: '$$$' });
      const page = await staff.get(`/api/admin/settings/history?after=${positionOf(answer)}`);
      const entries = (page.json as HistoryPage).entries.filter(({ thing }) => thing.id === 'front-page');
      expect(entries).toMatchObject([
        {
          type: 'SettingsChanged',
          thing: { kind: 'settings', id: 'front-page' },
          changes: [
            {
              field: 'headline',
              before: SECTIONS_OF_FILE['front-page'].headline,
              after: 'Hair with patience',
            },
          ],
          undoable: true,
        },
      ]);
      const undone = await staff.post('/api/admin/undo', { event_id: entries[0]?.id });
      expect(undone.status, undone.text).toBe(200);
      expect((await read('front-page')).settings).toEqual(SECTIONS_OF_FILE['front-page']);
      expect((await read('prices')).settings.price_range).toBe('$$$');
    });
  });

  describe('a saved setting', () => {
    it('is on every page, in JSON-LD and the manifest within seconds', async () => {
      await changed('salon', {
        name: 'Maison & Fils',
        phone: '(415) 555-0100',
        address: { street: 'Rue 1', city: 'Oakland', region: 'CA', postal_code: '94601', country: 'US' },
        geo: null,
        links: {
          facebook: null,
          instagram: 'https://www.instagram.com/maison',
          contact: 'mailto:hello@maison.example',
        },
      });
      await eventually(async () => {
        for (const path of PRERENDERED) {
          const page = await pageAt(path);
          expect(page).toContain('Maison &amp; Fils');
          expect(page).not.toContain('Lumi\u00e8re');
        }
      });
      const page = await pageAt('/');
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
      const data = JSON.parse(json);
      expect(data).toMatchObject({
        name: 'Maison & Fils',
        telephone: '+14155550100',
        address: { streetAddress: 'Rue 1', addressLocality: 'Oakland' },
        sameAs: ['https://www.instagram.com/maison'],
      });
      expect(data).not.toHaveProperty('geo');
      expect((await salon.get('/api/salon')).json as Salon).toMatchObject({
        name: 'Maison & Fils',
        phone_e164: '+14155550100',
      });
      expect((await salon.get('/manifest.webmanifest')).text).toContain('Maison & Fils');
      expect((await salon.get('/api/openapi.json')).text).toContain('Maison & Fils');
      expect(await pageAt('/terms-conditions')).toContain('(415) 555-0100');
    });

    it('is in the texts and mails that leave', async () => {
      const { texts, mails } = SECTIONS_OF_FILE.messages;
      await changed('messages', {
        texts: { ...texts, booked: '{name} has it: {date}. {link}' },
        mails: { ...mails, booked: { ...mails.booked, heading: 'Noted at {name}' } },
      });
      await eventually(async () => {
        const shown = (await staff.get('/api/admin/usual-texts')).json as UsualTexts;
        expect(shown.texts.find(({ kind }) => kind === 'booked')?.text).toMatch(/^Maison & Fils has it: /);
      });
      await salon.booked({ appointment_date: salon.freshDay() });
      const written = async (folder: string) =>
        (
          await Promise.all(
            (
              await readdir(join(salon.dataDir, folder))
            ).map((file) => readFile(join(salon.dataDir, folder, file), 'utf8')),
          )
        ).join('\n');
      await eventually(async () => {
        expect(await written('sms')).toContain('Maison & Fils has it: ');
        expect(await written('mail')).toContain('Noted at Maison & Fils');
      });
    });

    it('can’t be another time zone once there is an appointment', async () => {
      await salon.booked({ appointment_date: salon.freshDay() });
      expectProblem(await staff.patch(at('salon'), { time_zone: 'Europe/Berlin' }), 'time-zone-fixed');
      await changed('salon', { time_zone: 'America/Los_Angeles', tagline: 'Still here' });
    });
  });

  it('starts the service again with another time zone, and says the former one until then', async () => {
    const startAgain = vi.fn();
    const elsewhere = await givenSalon({ now: new Date(), startAgain });
    onTestFinished(() => elsewhere.stop());
    const api = await givenStaff(elsewhere);
    expect((await api.patch(at('salon'), { time_zone: 'Europe/Berlin', name: 'Maison' })).status).toBe(200);
    await eventually(() => expect(startAgain).toHaveBeenCalledOnce());
    expect((await elsewhere.get('/api/salon')).json).toMatchObject({
      name: 'Maison',
      time_zone: 'America/Los_Angeles',
    });
  });
});
