import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, StartupError } from '../adapters/startup-error.ts';
import { StylistIdField } from '../contracts/fields.ts';
import { StoreUnavailable } from '../eventsourcing/event-store.ts';
import type { Erasure } from './shredder.ts';

const position = z.string();
/** A deletion, an erasure or an undone import: ids and the position of the event that asked for it, and nothing else. */
const Line = z.union([
  z.strictObject({ position, bookingId: z.uuid() }),
  z.strictObject({ position, reviewId: z.uuid() }),
  z.strictObject({ position, stylistId: StylistIdField }),
  z.strictObject({ position, customerIds: z.array(z.uuid()).min(1) }),
  z.strictObject({ position, importId: z.uuid() }),
]);
export type NotedErasure = Readonly<z.infer<typeof Line>>;

/** A restored salon decides anew whom the undo of an import erases. */
const lineOf = (erasure: Erasure): NotedErasure => {
  const { position } = erasure;
  if ('bookingId' in erasure) return { position, bookingId: erasure.bookingId };
  if ('reviewId' in erasure) return { position, reviewId: erasure.reviewId };
  if ('stylistId' in erasure) return { position, stylistId: erasure.stylistId };
  const { customerIds, importId } = erasure;
  return importId === undefined ? { position, customerIds: [...customerIds] } : { position, importId };
};

/** The register of erasures lies beside the backups: a backup made before an erasure still has the person. */
export const REGISTER = 'erasures.ndjson';

/**
 * Notes an erasure in the register, on the disk, before anything is erased. May be repeated.
 *
 * @throws StoreUnavailable when the register can't be written to now
 */
export const noteErasure =
  (backupDir: string) =>
  async (erasure: Erasure): Promise<void> => {
    const path = join(backupDir, REGISTER);
    try {
      await mkdir(backupDir, { recursive: true, mode: 0o700 });
      const file = await open(path, 'a+', 0o600);
      try {
        // A line that a full disk or a crash has cut off must not spoil this one.
        const { size } = await file.stat();
        const { buffer: last } = await file.read({
          buffer: Buffer.from('\n'),
          position: Math.max(0, size - 1),
        });
        const end = last.toString() === '\n' ? '' : '\n';
        await file.appendFile(`${end}${JSON.stringify(lineOf(erasure))}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw new StoreUnavailable(
        `The register of erasures ${path} cannot be written (${errorCode(error)}).`,
        {
          cause: error,
        },
      );
    }
  };

const LINE_BEGINS = '{"position":';
const isCutOff = (part: string): boolean =>
  // A crash may leave zeros in the place of text.
  part.startsWith('\0') || LINE_BEGINS.startsWith(part.slice(0, LINE_BEGINS.length));

/**
 * The erasures in a register. A line that was cut off while it was written is passed over.
 *
 * @param report gets a warning for each line that is passed over
 * @param isOptional true to take a missing file for an empty one
 */
export async function readErasures(
  path: string,
  report: (line: string) => void,
  isOptional = false,
): Promise<readonly NotedErasure[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isOptional && errorCode(error) === 'ENOENT') return [];
    throw new StartupError(`The register of erasures ${path} cannot be read (${errorCode(error)}).`);
  }
  const erasureIn = (part: string, line: string): readonly NotedErasure[] => {
    try {
      return [Line.parse(JSON.parse(part))];
    } catch (error) {
      if (!(error instanceof SyntaxError && isCutOff(part)))
        throw new StartupError(`${line} cannot be understood.`);
      report(
        `${line} was cut off while it was written, so nobody can tell whom it names: ${JSON.stringify(part)}. The service notes such an erasure once more; if it couldn't, the person is back after the restore, and has to be erased again.`,
      );
      return [];
    }
  };
  // Another line may follow one that was cut off without a line break.
  const parts = (line: string) => line.split(/(?=\{"position":)/).filter((part) => part !== '');
  return text
    .split('\n')
    .flatMap((line, index) =>
      parts(line).flatMap((part) => erasureIn(part, `Line ${index + 1} of the register of erasures ${path}`)),
    );
}
