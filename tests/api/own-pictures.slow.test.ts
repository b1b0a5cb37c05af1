// Slow because it has large photos made into pictures of every size.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { OwnPicture, Salon } from '../../src/contracts/salon/salon.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { CAMERA, photo, pictureOf, polyglot } from '../support/pictures/files.ts';
import { showPicture, upload } from '../support/pictures/show.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const PICTURES = '/api/admin/pictures';

async function uploaded(raw: Buffer, use: string): Promise<string> {
  const answer = await upload(salon, staff, raw, { query: `use=${use}` });
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as OwnPicture).id;
}

const choose = (use: string, body: object) => staff.patch(`${PICTURES}/${use}`, body);

/** Uploads a picture and shows it. */
async function shown(use: string, raw: Buffer, alt = 'Long waves'): Promise<{ id: string; answer: Answer }> {
  const id = await uploaded(raw, use);
  const answer = await choose(use, { picture: id, alt });
  expect(answer.status, answer.text).toBe(200);
  return { id, answer };
}

const salonAfter = async (answer: Answer) =>
  (await salon.get(`/api/salon?after=${positionOf(answer)}`)).json as Salon;

/** The page, once it is rendered with this text. */
const pageWith = (path: string, text: string) =>
  eventually(async () => {
    const page = await salon.http.send({ path, headers: { Accept: 'text/html' } });
    expect(page.text).toContain(text);
    return page.text;
  });

describe('a picture of the salon’s own', () => {
  it('stands for the drawn one, in pages, previews of links and data for search engines', async () => {
    const { id, answer } = await shown('share', await photo(), 'A salon full of light');
    expect((await salonAfter(answer)).pictures).toContainEqual(
      expect.objectContaining({ use: 'share', id, alt: 'A salon full of light', width: 1200, height: 630 }),
    );
    const address = `http://[^"]+/pictures/${id}/1200.jpg`;
    const html = await pageWith('/', id);
    expect(html).toMatch(new RegExp(`<meta property="og:image" content="${address}"/>`));
    expect(html).toContain('<meta property="og:image:alt" content="A salon full of light"/>');
    expect(html).toMatch(new RegExp(`"image":"${address}"`));

    const drawn = await choose('share', { picture: null });
    const { pictures } = await salonAfter(drawn);
    expect(pictures).not.toContainEqual(expect.objectContaining({ use: 'share' }));
    await eventually(async () => {
      const page = await salon.http.send({ path: '/', headers: { Accept: 'text/html' } });
      expect(page.text).not.toContain(id);
    });
  });

  it('is served to everybody for good, with nothing of what was sent beside the picture', async () => {
    const { id } = await shown('hero', await photo(), '');
    const files = ['750.avif', '1080.avif', '1080.jpg'];
    for (const name of files) {
      const path = `/pictures/${id}/${name}`;
      const response = await fetch(`${salon.url}${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const content = Buffer.from(await response.arrayBuffer());
      expect(content.includes(CAMERA)).toBe(false);
      expect((await sharp(content).metadata()).exif).toBeUndefined();
    }
    await pageWith('/', `/pictures/${id}/1080.avif 1080w`);
    for (const path of [
      `/pictures/${id}/9.avif`,
      `/pictures/${id}/..%2f..%2fx`,
      `/pictures/${'0'.repeat(32)}/750.avif`,
    ])
      expect((await salon.get(path)).status, path).toBe(404);
  });

  it('is shown by every process, and served once it was ever chosen', async () => {
    const former = await showPicture(salon, staff, 'share');
    await choose('share', { picture: null });
    const neverChosen = await uploaded(await photo(), 'copper-before');
    const other = await startServerProcess({
      ROLE: 'api',
      DATABASE_URL: salon.database.url,
      ...salon.logUnderTest.settings,
      SECRET_KEY: salon.secretKey,
    });
    onTestFinished(() => other.stop());
    const id = await showPicture(salon, staff, 'hero-upright');
    await eventually(async () => {
      const page = await fetch(other.url, { headers: { Accept: 'text/html' } });
      expect(await page.text()).toContain(`/pictures/${id}/480.avif 480w`);
    });
    const statusOf = async (file: string) => (await fetch(`${other.url}/pictures/${file}`)).status;
    expect(await statusOf(`${id}/480.avif`)).toBe(200);
    expect(await statusOf(`${former}/1200.jpg`)).toBe(200);
    expect(await statusOf(`${neverChosen}/700.jpg`)).toBe(404);
  });

  it('leaves nothing of a page that hides in it', async () => {
    const { id } = await shown('share', await polyglot());
    const { headers, text } = await salon.get(`/pictures/${id}/1200.jpg`);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(text).not.toContain('script');
  });

  it('can be chosen again, undone once, and is in the history', async () => {
    const picture = await pictureOf();
    const first = await uploaded(picture, 'share');
    expect(await uploaded(picture, 'share')).toBe(first);
    await choose('share', { picture: first, alt: 'One' });
    const second = await choose('share', { picture: first, alt: 'Two' });
    const page = await staff.getAfter<HistoryPage>('/api/admin/activity?kind=settings', second);
    const [entry] = page.entries;
    expect(entry).toMatchObject({
      type: 'PictureChosen',
      thing: { kind: 'settings', id: 'pictures' },
      undoable: true,
      changes: expect.arrayContaining([
        { field: 'picture_of', before: null, after: 'Preview of links' },
        { field: 'alt', before: 'One', after: 'Two' },
      ]),
    });
    const undone = await staff.post('/api/admin/undo', { event_id: entry?.id });
    expect((await salonAfter(undone)).pictures).toContainEqual(
      expect.objectContaining({ use: 'share', alt: 'One' }),
    );
  });

  it('is not chosen without a description, for another shape, or if it was never uploaded', async () => {
    const unknown = { code: 'not-found', detail: expect.stringContaining('upload it again') };
    const id = await uploaded(await pictureOf(), 'share');
    expectProblem(await choose('share', { picture: id, alt: ' ' }), 'picture-alt-required');
    expect((await choose('hero', { picture: id, alt: '' })).json).toMatchObject(unknown);
    expect((await choose('share', { picture: 'a'.repeat(32), alt: 'x' })).json).toMatchObject(unknown);
    expectProblem(await choose('reel', { picture: null }), 'validation-failed');
  });

  it('is not overwritten by somebody who saw an older state', async () => {
    const picture = await uploaded(await pictureOf(), 'hero-upright');
    const { json } = await choose('hero-upright', { picture, alt: '' });
    const ifMatch = `"${(json as { version: number }).version - 1}"`;
    expectProblem(await staff.patch(`${PICTURES}/hero-upright`, { picture: null }, { ifMatch }), 'stale');
  });
});
