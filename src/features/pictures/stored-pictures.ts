import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { MadePicture } from '../../adapters/picture-maker/maker.ts';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import type { PictureShape } from '../../contracts/salon/picture-uses.ts';

export interface StoredPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Hexadecimal digits of an id: a hash of 128 bits, since nobody gains anything by two pictures with one id. */
const ID_DIGITS = 32;

/** The id of a picture follows from its files, so that an address always leads to the same. */
function idOf({ files }: MadePicture): string {
  const hash = createHash('sha256');
  for (const { name, content } of files) hash.update(`${name} ${content.length}\n`).update(content);
  return hash.digest('hex').slice(0, ID_DIGITS);
}

/**
 * The pictures that staff have uploaded, in Postgres. They are kept for good: an undo can choose an earlier picture again.
 *
 * @param wasChosen whether a picture was ever chosen, as far as this process has read the log
 */
export function createStoredPictures(pool: Pool, wasChosen: (id: string) => boolean) {
  /** Pictures that were uploaded or are being chosen here, since the event comes a moment later. */
  const seen = new Set<string>();
  return {
    async put(shape: PictureShape, made: MadePicture): Promise<StoredPicture> {
      const { width, height, colour, files } = made;
      const id = idOf(made);
      await withTransaction(pool, async (client) => {
        await client.query(
          `insert into pictures (id, shape, width, height, colour) values ($1, $2, $3, $4, $5)
           on conflict do nothing`,
          [id, shape, width, height, colour],
        );
        for (const { name, content } of files)
          await client.query(
            'insert into picture_files (picture, name, content) values ($1, $2, $3) on conflict do nothing',
            [id, name, content],
          );
      });
      seen.add(id);
      return { id, width, height };
    },

    async bytes(): Promise<number> {
      const { rows } = await pool.query<{ bytes: string }>({
        name: 'picture-bytes',
        text: 'select coalesce(sum(length(content)), 0) as bytes from picture_files',
      });
      return Number(rows[0]?.bytes);
    },

    /** The shape of a picture; undefined for one that isn't there. */
    async shapeOf(id: string): Promise<PictureShape | undefined> {
      const { rows } = await pool.query<{ shape: PictureShape }>({
        name: 'picture-shape',
        text: 'select shape from pictures where id = $1',
        values: [id],
      });
      if (rows[0]) seen.add(id);
      return rows[0]?.shape;
    },

    /** All files of a picture by their names; undefined for one that was never chosen, for which the database isn't asked. */
    async files(id: string): Promise<ReadonlyMap<string, Buffer> | undefined> {
      if (!seen.has(id) && !wasChosen(id)) return undefined;
      const { rows } = await pool.query<{ name: string; content: Buffer }>({
        name: 'picture-files',
        text: 'select name, content from picture_files where picture = $1',
        values: [id],
      });
      return new Map(rows.map(({ name, content }) => [name, content]));
    },
  };
}

export type StoredPictures = ReturnType<typeof createStoredPictures>;
