import type { Pool } from 'pg';
import { pictureAddresses, stylistOfUse } from '../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture } from '../../src/contracts/salon/salon.ts';
import type { Portrait } from '../../src/contracts/salon/stylists.ts';
import { CHOSEN_PICTURES_TABLE } from './projection.ts';

/** The salon's own pictures that are shown. One whose files are missing isn't, so that the drawn one is. */
export function createChosenPictures(pool: Pool) {
  const chosen = async (name: string, condition: string): Promise<OwnPicture[]> => {
    const { rows } = await pool.query<Omit<OwnPicture, 'avif' | 'jpeg'>>({
      name,
      text: `select c.use, p.id, c.alt, p.width, p.height, p.colour
        from ${CHOSEN_PICTURES_TABLE} c join public.pictures p on p.id = c.picture where ${condition} order by c.use`,
    });
    return rows.map((picture) => ({ ...picture, ...pictureAddresses(picture) }));
  };
  return {
    /** Those that replace drawn ones. */
    ofWebsite: () => chosen('chosen-pictures', "c.use not like 'stylist-%'"),
    /** Those of stylists, by their ids. */
    async ofStylists(): Promise<ReadonlyMap<string, Portrait>> {
      const portraits = await chosen('portraits', "c.use like 'stylist-%'");
      return new Map(portraits.map(({ use, alt: _, ...portrait }) => [stylistOfUse(use) ?? '', portrait]));
    },
  };
}
