import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { OwnPicture, Salon } from '../../src/contracts/salon/salon.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import {
  bomb,
  CAMERA,
  endless,
  movingPng,
  movingWebp,
  photo,
  pictureOf,
  polyglot,
  SVG,
} from '../support/pictures/files.ts';
import { showPicture } from '../support/pictures/show.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
/** Where uploads are while they arrive. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salon-uploads-'));
  vi.stubEnv('TMPDIR', folder);
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const PICTURES = '/api/admin/pictures';

/** Not by the client of other tests: on a busy machine, a picture takes longer than that waits. */
async function upload(
  raw: Buffer | string,
  { type = 'image/jpeg', query = 'use=share' } = {},
): Promise<Answer> {
  const response = await fetch(`${salon.url}${PICTURES}?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${staff.token}`, 'Content-Type': type },
    body: Buffer.from(raw),
  });
  const text = await response.text();
  const json = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: Object.fromEntries(response.headers), text, json };
}

async function uploaded(raw: Buffer, use: string): Promise<string> {
  const answer = await upload(raw, { query: `use=${use}` });
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
    expect((await salonAfter(drawn)).pictures).toEqual([]);
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

  it('is shown by every process', async () => {
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
    expect((await fetch(`${other.url}/pictures/${id}/480.avif`)).status).toBe(200);
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

describe('an upload', () => {
  const png = { type: 'image/png' };
  const refused: [string, () => Promise<Buffer | string>, { type?: string }, string][] = [
    ['an SVG with a script', async () => SVG, { type: 'image/svg+xml' }, 'Please send one of image/jpeg'],
    ['an SVG that is sent as a PNG', async () => SVG, png, 'not a whole picture'],
    ['a GIF that is sent as a JPEG', async () => 'GIF89a/*', {}, 'not a whole picture'],
    ['nothing', async () => '', {}, 'not a whole picture'],
    ['a PNG that is sent as a JPEG', () => pictureOf({ format: 'png' }), {}, 'not a whole picture'],
    ['half a JPEG', async () => (await pictureOf()).subarray(0, 20_000), {}, 'not a whole picture'],
    ['a bomb', async () => bomb(30_000, 30_000), png, '50 million pixels'],
    ['65 535 pixels each way', endless, {}, '50 million pixels'],
    ['a moving PNG', movingPng, png, 'Moving'],
    ['a moving WebP', movingWebp, { type: 'image/webp' }, 'Moving'],
    ['a tiny picture', () => pictureOf({ width: 200, height: 200 }), {}, 'too few pixels'],
  ];
  it.each(refused)('of %s is refused in a sentence', async (_, content, dress, sentence) => {
    const answer = await upload(await content(), dress);
    expect([400, 415]).toContain(answer.status);
    expect((answer.json as { detail: string }).detail).toContain(sentence);
  });

  it('of random bytes after a right beginning is refused', async () => {
    const beginnings = {
      'image/jpeg': '\xff\xd8\xff',
      'image/webp': 'RIFF\x10\0\0\0WEBPVP8 ',
      'image/avif': '\0\0\0 ftypavif',
    };
    for (const [type, beginning] of Object.entries(beginnings)) {
      const noise = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251));
      const answer = await upload(Buffer.concat([Buffer.from(beginning, 'latin1'), noise]), { type });
      expect(answer.json).toMatchObject({ code: 'picture-refused' });
    }
  });

  it('of more than 20 MB is refused before it has arrived, whether it says its size or not', async () => {
    const large = Buffer.alloc(20_000_001);
    const told = await salon.http.send({
      method: 'POST',
      path: `${PICTURES}?use=share`,
      headers: { Authorization: `Bearer ${staff.token}`, 'Content-Type': 'image/jpeg' },
      raw: large,
    });
    expectProblem(told, 'payload-too-large');
    const chunked = await fetch(`${salon.url}${PICTURES}?use=share`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${staff.token}`, 'Content-Type': 'image/jpeg' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(chunked);
  });

  it('by nobody is refused before its body is read', async () => {
    const answer = await salon.http.send({
      method: 'POST',
      path: `${PICTURES}?use=share`,
      headers: { 'Content-Type': 'image/jpeg' },
      raw: await pictureOf(),
    });
    expectProblem(answer, 'sign-in-required');
  });

  it('that arrives slowly holds up nobody elsewhere: the oldest of too many is given up', async () => {
    const begun = (localAddress: string) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(salon.url).port), localAddress });
      socket.on('error', () => {});
      socket.write(
        [
          `POST ${PICTURES}?use=share HTTP/1.1`,
          'Host: localhost',
          `Authorization: Bearer ${staff.token}`,
          'Content-Type: image/jpeg',
          'Content-Length: 1000000',
          '\r\n\xff',
        ].join('\r\n'),
      );
      const answered = once(socket, 'data').then(([data]) => String(data));
      return { socket, answered };
    };
    const waiting = async (count: number) =>
      eventually(async () => {
        const folders = await readdir(folder);
        expect(folders.filter((name) => name.startsWith('salon-upload-'))).toHaveLength(count);
      });
    const slow = Array.from({ length: 4 }, () => begun('127.0.0.5'));
    await waiting(4);
    const fifth = begun('127.0.0.5');
    expect(await fifth.answered).toContain('429 Too Many Requests');
    slow.push(...Array.from({ length: 4 }, () => begun('127.0.0.6')));
    await waiting(8);
    const elsewhere = begun('127.0.0.7');
    expect(await Promise.race(slow.map(({ answered }) => answered))).toContain('408 Request Timeout');
    expect((await upload(await pictureOf())).status).toBe(201);
    for (const { socket } of [...slow, fifth, elsewhere]) socket.destroy();
  });

  it('leaves no file behind', async () => {
    await upload(await pictureOf());
    await eventually(async () => {
      expect((await readdir(folder)).filter((name) => name.startsWith('salon-upload-'))).toEqual([]);
    });
  });
});
