import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createUploads } from '../../../src/features/pictures/uploads.ts';
import { givenFolder } from '../../support/backup/installation.ts';
import { pictureOf } from '../../support/pictures/files.ts';

it('takes pictures until they fill the room that there is for all', async () => {
  const path = join(await givenFolder(), 'body');
  await writeFile(path, await pictureOf());
  const upload = {
    use: 'share',
    crop: undefined,
    file: { path, type: 'image/jpeg', gone: new AbortController().signal },
    sender: 'somebody',
  } as const;
  const made = { width: 1200, height: 630, colour: '#fff', files: [] };
  const make = vi.fn(async () => made);
  let bytes = 299_999_999;
  const { take } = createUploads({
    make,
    stored: { bytes: async () => bytes, put: async () => ({ id: 'a', width: 1200, height: 630 }) },
  });
  expect(await take(upload)).toMatchObject({ id: 'a' });
  bytes += 1;
  await expect(take(upload)).rejects.toMatchObject({ code: 'pictures-full' });
  expect(make).toHaveBeenCalledTimes(1);
});
