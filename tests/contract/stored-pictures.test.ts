import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createStoredPictures } from '../../src/features/pictures/stored-pictures.ts';
import { pictureFiles } from '../../src/site/picture-files.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
beforeEach(async () => {
  await database.pool.query('truncate pictures, picture_files');
});

const content = Buffer.from('a picture');
const MADE = {
  width: 1080,
  height: 1920,
  colour: '#fff',
  files: ['480.avif', '480.jpg'].map((name) => ({ name, content })),
};
const UNKNOWN = 'f'.repeat(32);

/** Serves pictures as a process does that has read of these choices. @returns the status at an address */
async function served(...of: Parameters<typeof createStoredPictures>) {
  const server = express()
    .use(pictureFiles(createStoredPictures(...of).files))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (id: string, file: string) =>
    (await fetch(`http://127.0.0.1:${port}/pictures/${id}/${file}`)).status;
}

it('are served without a query for what nobody has chosen, and for files that a picture lacks', async () => {
  const { id } = await createStoredPictures(database.pool, () => false).put('hero-upright', MADE);
  const asked = vi.spyOn(database.pool, 'query');
  onTestFinished(() => asked.mockRestore());

  const before = await served(database.pool, () => false);
  for (const picture of [id, UNKNOWN, 'x']) expect(await before(picture, '480.avif')).toBe(404);
  expect(asked).not.toHaveBeenCalled();

  const after = await served(database.pool, (picture) => picture === id);
  expect(await after(id, '480.avif')).toBe(200);
  for (const file of ['481.avif', '9.jpg', '480.png', '..%2f480.avif'])
    expect(await after(id, file), file).toBe(404);
  expect(await after(UNKNOWN, '480.avif')).toBe(404);
  expect(await after(id, '480.jpg')).toBe(200);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('are served by the process that has taken or looked up one, before it reads that it was chosen', async () => {
  const taking = createStoredPictures(database.pool, () => false);
  const choosing = createStoredPictures(database.pool, () => false);
  const { id } = await taking.put('hero-upright', MADE);
  expect((await taking.files(id))?.get('480.jpg')).toEqual(content);
  expect(await choosing.files(id)).toBeUndefined();
  expect(await choosing.shapeOf(UNKNOWN)).toBeUndefined();
  expect(await choosing.shapeOf(id)).toBe('hero-upright');
  expect((await choosing.files(id))?.size).toBe(2);
  expect(await choosing.files(UNKNOWN)).toBeUndefined();
});

it('are counted in bytes, each file once', async () => {
  const stored = createStoredPictures(database.pool, () => false);
  expect(await stored.bytes()).toBe(0);
  await stored.put('hero-upright', MADE);
  await stored.put('hero-upright', MADE);
  expect(await stored.bytes()).toBe(2 * content.length);
});
