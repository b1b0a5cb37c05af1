import type { Pool } from 'pg';
import { pictureAddresses } from '../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture } from '../../src/contracts/salon/salon.ts';
import { CHOSEN_PICTURES_TABLE } from './projection.ts';

/** The salon's own pictures that are shown. One whose files are missing isn't, so that the drawn one is. */
export function createChosenPictures(pool: Pool) {
  return async (): Promise<OwnPicture[]> => {
    const { rows } = await pool.query<Omit<OwnPicture, 'avif' | 'jpeg'>>({
      name: 'chosen-pictures',
      text: `select c.use, p.id, c.alt, p.width, p.height, p.colour
        from ${CHOSEN_PICTURES_TABLE} c join public.pictures p on p.id = c.picture order by c.use`,
    });
    return rows.map((picture) => ({ ...picture, ...pictureAddresses(picture) }));
  };
}
