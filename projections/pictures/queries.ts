import type { Pool } from 'pg';
import { pictureAddresses } from '../../src/contracts/salon/pictures.ts';
import type { OwnPicture } from '../../src/contracts/salon/salon.ts';
import { CHOSEN_PICTURES_TABLE } from './projection.ts';

interface ChosenPictures {
  readonly version: number;
  readonly pictures: OwnPicture[];
}

/** The salon's own pictures that are shown. One whose files are missing isn't, so that the drawn one is. */
export function createChosenPictures(pool: Pool) {
  return async (): Promise<ChosenPictures> => {
    const { rows } = await pool.query<{ version: number; pictures: Omit<OwnPicture, 'avif' | 'jpeg'>[] }>({
      name: 'chosen-pictures',
      text: `select
        coalesce((select max(version) from ${CHOSEN_PICTURES_TABLE}), 0) as version,
        coalesce((select json_agg(json_build_object('use', c.use, 'id', p.id, 'alt', c.alt, 'width', p.width,
            'height', p.height, 'colour', p.colour) order by c.use)
          from ${CHOSEN_PICTURES_TABLE} c join public.pictures p on p.id = c.picture), '[]') as pictures`,
    });
    const { version, pictures } = rows[0] ?? { version: 0, pictures: [] };
    return { version, pictures: pictures.map((picture) => ({ ...picture, ...pictureAddresses(picture) })) };
  };
}
