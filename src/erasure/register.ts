import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, StartupError } from '../adapters/startup-error.ts';
import type { Erasure } from './shredder.ts';

const position = z.string();
/** A deletion, an erasure or an undone import: ids and the position of the event that asked for it, and nothing else. */
const Line = z.union([
  z.strictObject({ position, bookingId: z.uuid() }),
  z.strictObject({ position, reviewId: z.uuid() }),
  z.strictObject({ position, customerIds: z.array(z.uuid()).min(1) }),
  z.strictObject({ position, importId: z.uuid() }),
]);
export type NotedErasure = Readonly<z.infer<typeof Line>>;

/** A restored salon decides anew whom the undo of an import erases. */
const lineOf = (erasure: Erasure): NotedErasure => {
  const { position } = erasure;
  if ('bookingId' in erasure) return { position, bookingId: erasure.bookingId };
  if ('reviewId' in erasure) return { position, reviewId: erasure.reviewId };
  const { customerIds, importId } = erasure;
  return importId === undefined ? { position, customerIds: [...customerIds] } : { position, importId };
};

/** The register of erasures lies beside the backups: a backup made before an erasure still has the person. */
export const REGISTER = 'erasures.ndjson';

/** Notes an erasure in the register, on the disk, before anything is erased. May be repeated. */
export const noteErasure =
  (backupDir: string) =>
  async (erasure: Erasure): Promise<void> => {
    await mkdir(backupDir, { recursive: true, mode: 0o700 });
    const file = await open(join(backupDir, REGISTER), 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(lineOf(erasure))}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  };

/**
 * The erasures in a register.
 *
 * @param isOptional true to take a missing file for an empty one
 */
export async function readErasures(path: string, isOptional = false): Promise<readonly NotedErasure[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isOptional && errorCode(error) === 'ENOENT') return [];
    throw new StartupError(`The register of erasures ${path} cannot be read (${errorCode(error)}).`);
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return Line.parse(JSON.parse(line));
      } catch {
        throw new StartupError(`Line ${index + 1} of the register of erasures ${path} cannot be understood.`);
      }
    });
}
