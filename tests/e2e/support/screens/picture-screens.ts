import type { Page } from 'playwright-core';
import { pictureOf } from '../../../support/pictures/files.ts';
import { ADMIN_SUCCESS } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import type { Screen } from './screen.ts';

const pictures = { path: '/admin/settings/pictures', api: ADMIN_SUCCESS, begin: signedIn() };

/** Opens the dialog for a use, and chooses a file in it. */
async function chooseFile(page: Page, upload: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: upload }).click();
  await page.getByLabel('File').setInputFiles({ name: 'salon.jpg', mimeType: 'image/jpeg', buffer });
}

/** The screen of the salon's own pictures, in its states. */
export const PICTURE_SCREENS: readonly Screen[] = [
  { ...pictures, name: 'admin pictures', reach: (page) => page.getByText('Gallery: sleek, after').waitFor() },
  {
    ...pictures,
    name: 'admin pictures, choosing a part',
    reach: async (page) => {
      await chooseFile(
        page,
        'Upload: Front page, wide screens',
        await pictureOf({ width: 900, height: 1200 }),
      );
      await page.getByRole('button', { name: 'The part that is shown' }).waitFor();
    },
  },
  {
    ...pictures,
    name: 'admin pictures, without a description',
    reach: async (page) => {
      await chooseFile(page, 'Upload: Preview of links', await pictureOf());
      await wizardVisitor(page).button('Show this picture').click();
      await page.getByText('Please say in words what the picture shows.').waitFor();
    },
  },
  {
    ...pictures,
    name: 'admin pictures, describing one',
    reach: async (page) => {
      await wizardVisitor(page).button('Describe: Gallery: balayage, before').click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
