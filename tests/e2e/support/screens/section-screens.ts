import type { Page } from 'playwright-core';
import type { SectionName } from '../../../../src/contracts/settings/sections.ts';
import { SECTIONS_OF_FILE } from '../../../support/salon/sections-of-file.ts';
import { ADMIN_SUCCESS } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { sectionShown, settingsPath } from '../fixtures/settings-fixtures.ts';
import { lostNetwork, type MockResponse } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

/** The sections with many fields. */
const SECTIONS = ['prices', 'policies', 'booking', 'messages'] as const satisfies readonly SectionName[];

/** These fields aren't shown as a text: ids, days, times, the file of a picture, a choice of a few. */
const NO_TEXTS = new Set([
  'id',
  'picture',
  'service',
  'booked_as',
  'effective',
  'price_range',
  'choose_stylist',
]);

/** A section whose texts are as long as people may make them, one of their words among them. */
function lengthened(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => lengthened(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, lengthened(one, key)]));
  if (typeof value !== 'string' || NO_TEXTS.has(name) || /^\d\d:\d\d$/.test(value)) return value;
  return `${value} Haarverlängerungsspezialistinnenausbildungsstätte ${value}`.slice(0, 120);
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const first = (page: Page) => page.getByRole('form').locator('input, textarea').first();
const change = async (page: Page) =>
  first(page).fill((await first(page).getAttribute('type')) === 'number' ? '36' : 'In other words');

function screensOf(section: (typeof SECTIONS)[number]): Screen[] {
  const of = (state: string, reach: Screen['reach'], api: Record<string, MockResponse> = {}): Screen => ({
    name: `settings, ${section}: ${state}`,
    path: `/admin/settings/${section}`,
    begin: signedIn(),
    api: { ...ADMIN_SUCCESS, [`GET ${settingsPath(section)}`]: sectionShown(section), ...api },
    reach,
  });
  return [
    of('not saved yet', async (page) => {
      await change(page);
      await page.getByText('Unsaved changes').waitFor();
    }),
    of('a field that is wrong', async (page) => {
      await first(page).fill('');
      await save(page);
      await page.getByText('Not saved: please look at what is marked.').waitFor();
    }),
    of(
      'saving has failed',
      async (page) => {
        await change(page);
        await save(page);
        await page.getByText('We got no answer. Please try again.').waitFor();
      },
      { [`PATCH ${settingsPath(section)}`]: lostNetwork },
    ),
    of('long texts', (page) => first(page).waitFor(), {
      [`GET ${settingsPath(section)}`]: sectionShown(
        section,
        lengthened(SECTIONS_OF_FILE[section]) as object,
      ),
    }),
  ];
}

/** The editing of the longest sections of the settings, in its states. */
export const SECTION_SCREENS: readonly Screen[] = SECTIONS.flatMap(screensOf);
