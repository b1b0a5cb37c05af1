import type { Pool } from 'pg';
import type { Testimonial } from '../../src/contracts/salon/pages.ts';
import { SWIRLS } from '../../src/contracts/salon/pictures.ts';
import { MOST_SHOWN_REVIEWS } from '../../src/contracts/settings/review-limits.ts';
import type { AdminReview } from '../../src/contracts/settings/reviews.ts';
import { REVIEWS_TABLE } from './projection.ts';

/** The picture behind the initials: always the same for a review. */
const pictureOf = (id: string) => SWIRLS[Number.parseInt(id.slice(0, 8), 16) % SWIRLS.length] ?? SWIRLS[0];

/** The reviews that staff have entered. */
export function createReviews(pool: Pool) {
  return {
    async shown(): Promise<Testimonial[]> {
      const { rows } = await pool.query<Omit<Testimonial, 'image'>>({
        name: 'reviews-shown',
        text: `select id, name, location, rating, service, text from ${REVIEWS_TABLE}
          where not removed and name is not null order by added desc limit ${MOST_SHOWN_REVIEWS}`,
      });
      return rows.map((row) => ({ ...row, image: pictureOf(row.id) }));
    },
    /** Reviews in the form of the admin area, the last added first. */
    async all(): Promise<AdminReview[]> {
      const { rows } = await pool.query<AdminReview>({
        name: 'reviews-admin',
        text: `select id, name, location, service, rating, text, removed, version from ${REVIEWS_TABLE}
          where name is not null order by added desc`,
      });
      return rows;
    },
    async count(): Promise<number> {
      const { rows } = await pool.query<{ count: number }>({
        name: 'reviews-count',
        text: `select count(*)::int as count from ${REVIEWS_TABLE}`,
      });
      return rows[0]?.count ?? 0;
    },
  };
}

export type ReviewQueries = ReturnType<typeof createReviews>;
