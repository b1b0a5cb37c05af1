import {
  appendFile,
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgresSealingKeys } from '../../../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../../src/adapters/secrets/derived-keys.ts';
import { FILES } from '../../../src/backup/format.ts';
import { openPersonal } from '../../../src/eventsourcing/sealing/open-personal.ts';
import { numberHasherOf } from '../../../src/features/messages/numbers.ts';
import { unpackedAs } from '../../support/backup/bytes.ts';
import {
  backedUp,
  emptyInstallation,
  givenFolder,
  type Installation,
  removeInstallation,
  restored,
} from '../../support/backup/installation.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const OTHER_KEY = TEST_SECRET_KEY.split('').reverse().join('');

let salon: TestSalon;
let bookingId: string;
beforeAll(async () => {
  salon = await givenSalon();
  bookingId = (await salon.booked()).id;
});
afterAll(() => salon.stop());

let folder: string;
let installation: Installation;
beforeEach(async () => {
  folder = join(await givenFolder(), 'backup');
  await backedUp(salon, folder);
  installation = await emptyInstallation('Postgres');
});
afterEach(() => removeInstallation(installation));

async function tables(): Promise<unknown[]> {
  const { rows } = await installation.database.pool.query(
    "select tablename from pg_tables where schemaname !~ '^(pg_|information_schema)'",
  );
  return rows;
}

describe('a backup', () => {
  it('can be read by its owner only, and has no draft beside it', async () => {
    for (const name of ['.', ...(await readdir(folder))]) {
      expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
    }
    expect(await readdir(join(folder, '..'))).toEqual(['backup']);
    const texts = await Promise.all(
      Object.values(FILES).map(async (name) =>
        unpackedAs(name, await readFile(join(folder, name))).toString(),
      ),
    );
    expect(texts.join('')).not.toContain('Ada Lovelace');
  });

  it('never goes where something is', async () => {
    await expect(backedUp(salon, folder)).rejects.toThrow('name a new folder');
  });

  it('removes drafts beside it in which nothing has changed for a day, and no other', async () => {
    const beside = join(folder, '..');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    const given = async (name: string, ...files: readonly (readonly [string, Date])[]) => {
      await mkdir(join(beside, name));
      for (const [file, changedAt] of files) {
        await writeFile(join(beside, name, file), '');
        await utimes(join(beside, name, file), changedAt, changedAt);
      }
      await utimes(join(beside, name), longAgo, longAgo);
    };
    await given('left.unfinished-aB3xYz', [FILES.state, longAgo], [FILES.log, longAgo]);
    await given('empty.unfinished-aB3xYz');
    await given('at-work.unfinished-aB3xYz', [FILES.state, longAgo], [FILES.log, new Date()]);
    await given('notes.unfinished-', [FILES.log, longAgo]);
    await backedUp(salon, join(beside, 'next'));
    expect((await readdir(beside)).sort()).toEqual([
      'at-work.unfinished-aB3xYz',
      'backup',
      'next',
      'notes.unfinished-',
    ]);
  });

  it('leaves nothing when it fails', async () => {
    const beside = join(folder, '..');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(backedUp(salon, join(beside, 'other'), { signal })).rejects.toThrow('enough');
    expect(await readdir(beside)).toEqual(['backup']);
  });
});

describe('a restore refuses, before anything is written,', () => {
  afterEach(async () => expect(await tables()).toEqual([]));

  const files = Object.values(FILES);
  it.each(files)('%s that is cut', async (name) => {
    const path = join(folder, name);
    await truncate(path, (await stat(path)).size - 9);
    await expect(restored(folder, installation)).rejects.toThrow(/cut or altered/);
  });

  it.each(files)('%s that has something more', async (name) => {
    await appendFile(join(folder, name), brotliCompressSync('{}\n'));
    await expect(restored(folder, installation)).rejects.toThrow(/cut or altered/);
  });

  it.each(files)('%s with a single byte changed', async (name) => {
    const path = join(folder, name);
    const bytes = await readFile(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(path, bytes);
    await expect(restored(folder, installation)).rejects.toThrow(/cut or altered/);
  });

  it('a file of another backup', async () => {
    await salon.booked({ appointment_time: '3:00 PM' });
    const other = join(await givenFolder(), 'other');
    await backedUp(salon, other);
    await copyFile(join(other, FILES.log), join(folder, FILES.log));
    await expect(restored(folder, installation)).rejects.toThrow(/cut or altered/);
  });

  it('a manifest that was altered', async () => {
    const path = join(folder, 'manifest.json');
    await chmod(path, 0o600);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"takenAt": "20', '"takenAt": "21'));
    await expect(restored(folder, installation)).rejects.toThrow(/altered/);
  });

  it('a backup that no release made, which it leaves as it was', async () => {
    const path = join(folder, 'manifest.json');
    const earlier = (await readFile(path, 'utf8')).replace('"format": 4', '"format": 3');
    await writeFile(path, earlier);
    await expect(restored(folder, installation)).rejects.toThrow(
      `No release of this program made the backup in ${folder}, so none can restore it. It is left as it was.`,
    );
    expect(await readFile(path, 'utf8')).toBe(earlier);
  });

  it('a backup of another key', async () => {
    await expect(restored(folder, installation, { secretKey: OTHER_KEY })).rejects.toThrow(
      /another SECRET_KEY/,
    );
    await expect(restored(folder, installation, { formerKey: OTHER_KEY })).rejects.toThrow(
      /another SECRET_KEY/,
    );
  });

  it('a draft, and a folder with a file missing', async () => {
    const draft = `${folder}.unfinished-x`;
    await cp(folder, draft, { recursive: true, filter: (path) => !path.endsWith('manifest.json') });
    await expect(restored(draft, installation)).rejects.toThrow(/no whole backup/);
    const lacking = `${folder}-lacking`;
    await cp(folder, lacking, { recursive: true, filter: (path) => !path.endsWith(FILES.keys) });
    await expect(restored(lacking, installation)).rejects.toThrow(/keys.ndjson.br is missing/);
  });
});

describe('a restore', () => {
  it('refuses an installation that is in use, and leaves it as it is', async () => {
    const before = await salon.idle();
    await expect(restored(folder, salon)).rejects.toThrow(/empty installation only/);
    await restored(folder, installation);
    await expect(restored(folder, installation)).rejects.toThrow(/empty installation only/);
    expect(await salon.log.head()).toBe(before);
  });

  it('wraps the keys of personal data by the key of the new installation', async () => {
    await restored(folder, installation, { secretKey: OTHER_KEY, formerKey: TEST_SECRET_KEY });
    const log = installation.logUnderTest.open();
    const events = await log.read(`booking-${bookingId}`).finally(log.close);
    const openedWith = (key: string) =>
      openPersonal(postgresSealingKeys(installation.database.pool, deriveKey(key, 'sealing-master/v1')))(
        events,
      );
    expect((await openedWith(OTHER_KEY))[0]?.data.personal).toMatchObject({ name: 'Ada Lovelace' });
    await expect(openedWith(TEST_SECRET_KEY)).rejects.toThrow(/seal/);
  });

  it('finds by the key of the new installation which numbers have opted out', async () => {
    await restored(folder, installation, { secretKey: OTHER_KEY, formerKey: TEST_SECRET_KEY });
    const keysOf = (key: string) =>
      postgresSealingKeys(installation.database.pool, deriveKey(key, 'sealing-master/v1'));
    const before = await numberHasherOf({ keysOf: async () => new Map() }, TEST_SECRET_KEY);
    const after = await numberHasherOf(keysOf(OTHER_KEY), OTHER_KEY);
    expect(after('+19255550100')).toBe(before('+19255550100'));
    await expect(numberHasherOf(keysOf(TEST_SECRET_KEY), TEST_SECRET_KEY)).rejects.toThrow(
      'SECRET_KEY is not the key',
    );
  });
});
