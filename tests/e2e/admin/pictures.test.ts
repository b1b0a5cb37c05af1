import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { pictureOf } from '../../support/pictures/files.ts';
import { OWN_PICTURE } from '../support/fixtures/admin-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { chooseFile } from '../support/screens/picture-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);
const PATH = '/admin/settings/pictures';
const UPLOAD = 'POST /api/admin/pictures';
const CHOOSE = 'PATCH /api/admin/pictures/share';
const chosen = json({ version: 2, position: positionAt(5) });

describe('the pictures of the website', () => {
  it('are a tab of the settings, and reached by the palette', async () => {
    const { page } = await open('/admin/account');
    const heading = page.getByRole('heading', { level: 1, name: 'Pictures' });
    await page.getByRole('link', { name: 'Pictures' }).click();
    await heading.waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('photos');
    await page.getByRole('option', { name: 'Pictures of the website' }).click();
    await heading.waitFor();
  });

  it('are uploaded with the part that was chosen by the keyboard, and a description', async () => {
    const { page, button, toast, called } = await open(PATH, {
      [UPLOAD]: json({ id: OWN_PICTURE.id, width: 1200, height: 630 }, 201),
      [CHOOSE]: chosen,
    });
    await chooseFile(page, 'Upload: Preview of links', await pictureOf({ width: 1200, height: 1260 }));
    const frame = page.getByRole('button', { name: 'The part that is shown' });
    await frame.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.getByLabel('Size of the frame').fill('0.5');
    await page.getByLabel('Description').fill('A chair by the window');
    await expectAccessible(page);
    await button('Show this picture').click();
    await toast('Picture shown').waitFor();
    expect(called(UPLOAD).map(({ call }) => decodeURIComponent(call))).toEqual([
      `${UPLOAD}?use=share&crop=0.2500,0.4650,0.5000,0.2500`,
    ]);
    expect(called(CHOOSE)[0]?.body).toEqual({ picture: OWN_PICTURE.id, alt: 'A chair by the window' });
  });

  it('are cut by the pointer, too', async () => {
    const { page, button, called } = await open(PATH, { [UPLOAD]: problem('picture-refused') });
    await chooseFile(
      page,
      'Upload: Front page, wide screens',
      await pictureOf({ width: 1600, height: 2000 }),
    );
    const frame = page.getByRole('button', { name: 'The part that is shown' });
    const box = await frame.boundingBox();
    if (!box) throw new Error('the frame is not there');
    await page.mouse.move(box.x + 30, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 30, 2, { steps: 4 });
    await page.mouse.up();
    await button('Show this picture').click();
    // What the server says stays in the dialog, with all that was chosen.
    await page.getByText(PROBLEMS['picture-refused'].detail).waitFor();
    expect(decodeURIComponent(called(UPLOAD)[0]?.call ?? '')).toContain('crop=0.0000,0.0000,1.0000,0.5000');
    await frame.waitFor();
  });

  it('are refused before they are sent if nobody could show them', async () => {
    const { page } = await open(PATH);
    await page.getByRole('button', { name: 'Upload: Preview of links' }).click();
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') };
    await page.getByLabel('File').setInputFiles(text);
    await page.getByText('This browser can’t show this file').waitFor();
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Hello') };
    await page.getByLabel('File').setInputFiles(broken);
    await page.getByText('This browser can’t show this file').waitFor();
  });

  it('say what is the salon’s own, and go back to the drawn ones', async () => {
    const change = 'PATCH /api/admin/pictures/balayage-before';
    const { page, button, toast, called } = await open(PATH, { [change]: chosen });
    const card = page.getByRole('listitem').filter({ hasText: 'Gallery: balayage, before' });
    await card.getByText('Shown once the other half is yours, too.').waitFor();
    expect(await card.getByRole('img').getAttribute('src')).toBe(`/pictures/${OWN_PICTURE.id}/700.jpg`);
    await button('Back to the drawn one: Gallery: balayage, before').click();
    await toast('Drawn picture shown again').waitFor();
    expect(called(change)[0]?.body).toEqual({ picture: null, alt: '' });
  });
});
