import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { bomb, endless, movingPng, movingWebp, pictureOf, SVG } from '../support/pictures/files.ts';
import { upload } from '../support/pictures/show.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
/** Folder of arriving uploads. */
let folder: string;
/** A file left by a process that was killed. */
const LEFT = 'salon-upload-left';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salon-uploads-'));
  vi.stubEnv('TMPDIR', folder);
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  await mkdir(join(folder, LEFT));
  await utimes(join(folder, LEFT), twoHoursAgo, twoHoursAgo);
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const PICTURES = '/api/admin/pictures';
/** The beginning of an upload whose rest never comes. */
const begun = () =>
  [
    `POST ${PICTURES}?use=share HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${staff.token}`,
    'Content-Type: image/jpeg',
    'Content-Length: 1000000',
    '\r\n\xff',
  ].join('\r\n');
const uploaded = (raw: Buffer | string, dress?: { readonly type?: string }) =>
  upload(salon, staff, raw, dress);

describe('an upload', () => {
  it('that a killed process has left is removed by one that starts later', async () => {
    await eventually(async () => expect(await readdir(folder)).not.toContain(LEFT));
  });

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
  it.each(refused)('is refused in a sentence: %s', async (_, content, dress, sentence) => {
    const answer = await uploaded(await content(), dress);
    expect([400, 415]).toContain(answer.status);
    expect((answer.json as { detail: string }).detail).toContain(sentence);
  });

  it('is refused if random bytes follow a right beginning', async () => {
    const beginnings = {
      'image/jpeg': '\xff\xd8\xff',
      'image/webp': 'RIFF\x10\0\0\0WEBPVP8 ',
      'image/avif': '\0\0\0 ftypavif',
    };
    for (const [type, beginning] of Object.entries(beginnings)) {
      const noise = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251));
      const answer = await uploaded(Buffer.concat([Buffer.from(beginning, 'latin1'), noise]), { type });
      expect(answer.json).toMatchObject({ code: 'picture-refused' });
    }
  });

  it('is refused before it has arrived if it has more than 20 MB, whether it says its size or not', async () => {
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

  it("is refused before its body is read if its sender isn't signed in", async () => {
    const answer = await salon.http.send({
      method: 'POST',
      path: `${PICTURES}?use=share`,
      headers: { 'Content-Type': 'image/jpeg' },
      raw: await pictureOf(),
    });
    expectProblem(answer, 'sign-in-required');
  });

  it('leaves no file behind, whenever its sender goes', async () => {
    for (const afterMs of [0, 1, 2, 4, 8, 16, 32, 64]) {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(salon.url).port) });
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(begun());
      setTimeout(() => socket.destroy(), afterMs);
      await once(socket, 'close');
    }
    await uploaded(await pictureOf());
    await eventually(async () => {
      expect((await readdir(folder)).filter((name) => name.startsWith('salon-upload-'))).toEqual([]);
    });
  });
});
