import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEFAULT_PROFILE = join(import.meta.dirname, '../../../src/adapters/salon-profile/default.json');

export interface ProfileFile {
  /** The value for `SALON_PROFILE`. */
  readonly path: string;
  remove(): Promise<void>;
}

/** The default salon with some fields of its own. */
export async function profileWith(different: Readonly<Record<string, unknown>>): Promise<ProfileFile> {
  const folder = await mkdtemp(join(tmpdir(), 'salon-profile-'));
  const path = join(folder, 'salon.json');
  const profile: Readonly<Record<string, unknown>> = JSON.parse(await readFile(DEFAULT_PROFILE, 'utf8'));
  await writeFile(path, JSON.stringify({ ...profile, ...different }));
  return { path, remove: () => rm(folder, { recursive: true }) };
}
