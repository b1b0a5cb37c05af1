import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { PageContent } from '../../src/contracts/salon/pages.ts';
import { MOST_REVIEWS, MOST_SHOWN_REVIEWS } from '../../src/contracts/settings/review-limits.ts';
import type { AdminReview } from '../../src/contracts/settings/reviews.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** Reviews that staff enter: the front page shows them at once, and those who gave them can be erased. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { PUBLIC_URL: 'https://salon.example' } });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const REVIEWS = '/api/admin/reviews';
const SECTION = '/api/admin/settings/reviews';
const frontPage = async () => (await salon.get('/', { headers: { Accept: 'text/html' } })).text;
const shown = async () =>
  ((await salon.get('/api/pages/home')).json as PageContent['home']).testimonials.items;
const namesShown = async () => (await shown()).map(({ name }) => name);

interface Answered {
  readonly id: string;
  readonly version: number;
  readonly position: string;
}

async function added(body: object): Promise<Answered> {
  const answer = await staff.post(REVIEWS, { rating: 5, text: 'Lovely.', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Answered;
}
const listed = async ({ position }: { readonly position: string }) =>
  (await staff.get(`${REVIEWS}?after=${position}`)).json as AdminReview[];
const ifMatch = (version: number) => ({ ifMatch: `"${version}"` });
const eraseAll = async () => {
  const { json } = await staff.get(REVIEWS);
  for (const { id } of json as AdminReview[]) await staff.post(`${REVIEWS}/${id}/erase`);
  await eventually(async () => expect(await shown()).toEqual([]));
};

/** Everything that the database can be read for. */
async function readable(): Promise<string> {
  const { rows: tables } = await salon.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await salon.database.pool.query<{ text: string | null }>(
      `select string_agg(t::text, ' ') as text from ${name} t`,
    );
    texts.push(rows[0]?.text ?? '');
  }
  return texts.join('\n');
}

describe('reviews, step by step', { shuffle: false }, () => {
  describe('a review', () => {
    it('is on the front page as soon as it is entered, and the samples aren’t', async () => {
      const first = await added({ name: 'Una First', location: 'Concord', service: 'Balayage', rating: 4 });
      await added({ name: 'Vera Second', location: ' ', text: 'So kind.\nI come back.' });
      await eventually(async () => {
        const html = await frontPage();
        expect(html).toContain('So kind.');
        expect(/average of these (?:<!-- -->)?(\d+)/.exec(html)?.[1]).toBe('2');
        expect(html).not.toContain('Maya R.');
        // The site claims no rating: reviews shown here don't tell the salon's rating elsewhere.
        expect(html).not.toContain('aggregateRating');
      });
      expect(await shown()).toMatchObject([
        { name: 'Vera Second', location: null, service: null, rating: 5, text: 'So kind.\nI come back.' },
        { id: first.id, name: 'Una First', location: 'Concord', service: 'Balayage', rating: 4 },
      ]);
      const { json } = await staff.get('/api/admin/first-steps');
      expect((json as { steps: { name: string; done: boolean }[] }).steps).toContainEqual({
        name: 'reviews',
        done: false,
        missing: ['ratings'],
      });
      // The ratings that came with the program are invented, too.
      await staff.patch(SECTION, { ratings: null });
      await eventually(async () => {
        const after = await staff.get('/api/admin/first-steps');
        expect((after.json as { steps: object[] }).steps).toContainEqual({
          name: 'reviews',
          done: true,
          missing: [],
        });
      });
    });

    it('is changed in part, not by who saw another version, and a retry changes nothing more', async () => {
      const { id, version } = await added({ name: 'Wilma Change', location: 'Concord' });
      const key = randomUUID();
      const ask = { ...ifMatch(version), key };
      const answer = await staff.patch(`${REVIEWS}/${id}`, { rating: 3 }, ask);
      expect(answer.json).toMatchObject({ id, version: 2 });
      expect(answer.headers.etag).toBe('"2"');
      expect((await staff.patch(`${REVIEWS}/${id}`, { rating: 3 }, ask)).json).toEqual(answer.json);
      expect((await listed(answer.json as Answered)).find((one) => one.id === id)).toEqual({
        id,
        name: 'Wilma Change',
        location: 'Concord',
        service: null,
        rating: 3,
        text: 'Lovely.',
        removed: false,
        version: 2,
      });
      expectProblem(await staff.patch(`${REVIEWS}/${id}`, { rating: 1 }, ifMatch(1)), 'stale');
      expectProblem(await staff.delete(`${REVIEWS}/${id}`, ifMatch(1)), 'stale');
    });

    it('is removed from the front page, shown again by an undo, and both are in the history', async () => {
      const { id } = await added({ name: 'Xenia Gone', text: 'Gone and back.' });
      await eventually(async () => expect(await frontPage()).toContain('Gone and back.'));
      const removed = await staff.delete(`${REVIEWS}/${id}`);
      await eventually(async () => expect(await frontPage()).not.toContain('Gone and back.'));
      expect((await listed(removed.json as Answered)).find((one) => one.id === id)).toMatchObject({
        removed: true,
      });
      const { entries } = await staff.getAfter<HistoryPage>('/api/admin/settings/history', removed);
      expect(entries[0]).toMatchObject({
        type: 'ReviewRemoved',
        thing: { kind: 'settings', id: 'reviews' },
        undoable: true,
        changes: [{ field: 'name', before: 'Xenia Gone', after: 'Xenia Gone' }],
      });
      expect(entries[1]).toMatchObject({
        type: 'ReviewAdded',
        changes: expect.arrayContaining([{ field: 'text', before: null, after: 'Gone and back.' }]),
      });
      expect((await staff.post('/api/admin/undo', { event_id: entries[0]?.id })).status).toBe(200);
      await eventually(async () => expect(await frontPage()).toContain('Gone and back.'));
    });

    it('is in no event, row or page that can be read, once it is erased', async () => {
      const NAME = 'Ysolde Quibblefrost';
      const TEXT = 'A zephyrous fringe beyond compare.';
      const { id } = await added({ name: NAME, text: TEXT });
      await staff.patch(`${REVIEWS}/${id}`, { service: 'Quizzical waves' });
      await eventually(async () => expect(await frontPage()).toContain(TEXT));
      expect(await readable()).toContain(NAME);
      const removed = await staff.delete(`${REVIEWS}/${id}`);
      expect(removed.status).toBe(200);
      const erased = await staff.post(`${REVIEWS}/${id}/erase`);
      expect(erased.json).toMatchObject({ id, version: 4 });
      expect((await listed(erased.json as Answered)).find((one) => one.id === id)).toBe(undefined);
      await eventually(async () => {
        const { rows } = await salon.database.pool.query(
          'select 1 from sealing.sealing_keys where stream = $1 and shredded_at is not null',
          [`review-${id}`],
        );
        expect(rows).toHaveLength(1);
      });
      const words = [NAME, TEXT, 'Quizzical waves'];
      const wordsIn = (text: string) => words.filter((word) => text.includes(word));
      // The page is rendered again after the read models have changed.
      await eventually(async () => expect(wordsIn(await frontPage())).toEqual([]));
      const left = {
        database: await readable(),
        home: (await salon.get('/api/pages/home')).text,
        reviews: (await staff.get(REVIEWS)).text,
        history: (await staff.get('/api/admin/settings/history')).text,
        activity: (await staff.get('/api/admin/activity')).text,
      };
      const found = Object.entries(left).flatMap(([place, text]) =>
        wordsIn(text).map((word) => `${word} in ${place}`),
      );
      expect(found).toEqual([]);
      const { entries } = await staff.getAfter<HistoryPage>('/api/admin/settings/history', erased);
      const ofReview = entries.slice(0, 4).map(({ type, erased, undoable }) => [type, erased, undoable]);
      expect(ofReview).toEqual([
        ['ReviewErased', false, false],
        ['ReviewRemoved', false, false],
        ['ReviewChanged', true, false],
        ['ReviewAdded', true, false],
      ]);
      for (const answer of [
        await staff.patch(`${REVIEWS}/${id}`, { rating: 1 }),
        await staff.delete(`${REVIEWS}/${id}`),
        await staff.post(`${REVIEWS}/${id}/erase`),
        await staff.post(`${REVIEWS}/${randomUUID()}/erase`),
      ])
        expectProblem(answer, 'review-not-found');
    });

    it('is shown by every process, and by none once it is erased', async () => {
      const other = await startServerProcess({
        ROLE: 'api',
        DATABASE_URL: salon.database.url,
        ...salon.logUnderTest.settings,
        SECRET_KEY: salon.secretKey,
      });
      onTestFinished(() => other.stop());
      const textOf = async (path: string) =>
        (await fetch(`${other.url}${path}`, { headers: { Accept: 'text/html' } })).text();
      const { id } = await added({ name: 'Elsa Where', text: 'Seen elsewhere, too.' });
      await eventually(async () => expect(await textOf('/')).toContain('Seen elsewhere, too.'));
      await staff.post(`${REVIEWS}/${id}/erase`);
      await eventually(async () => expect(await textOf('/')).not.toContain('Seen elsewhere, too.'));
      expect(await textOf('/api/pages/home')).not.toContain('Elsa Where');
    });

    it('is refused without a name, words or stars, and loses characters that could hide something', async () => {
      const good = { name: 'Zoe', rating: 5, text: 'Lovely.' };
      for (const wrong of [
        { name: ' ' },
        { name: 'x'.repeat(61) },
        { text: '' },
        { text: 'x'.repeat(501) },
        { rating: 0 },
        { rating: 6 },
        { rating: 4.5 },
        { rating: '5' },
        { service: 'x'.repeat(61) },
      ])
        expectProblem(await staff.post(REVIEWS, { ...good, ...wrong }), 'validation-failed');
      const hostile = '</script><script>alert(1)</script>';
      const { position, id } = await added({
        name: 'Zo\u202ee\u2066 <b>',
        text: `Nice\u202e {phone} ${hostile}`,
      });
      expect((await listed({ position })).find((one) => one.id === id)).toMatchObject({
        name: 'Zoe <b>',
        text: `Nice {phone} ${hostile}`,
      });
      await eventually(async () => {
        const html = await frontPage();
        expect(html).toContain('Zoe &lt;b&gt;');
        expect(html).not.toContain(hostile);
      });
    });
  });

  it('the front page has the last nine and then those of the file that are confirmed, and fifty can be entered', async () => {
    await eraseAll();
    const names = Array.from({ length: MOST_REVIEWS }, (_, number) => `Client ${number + 1}`);
    for (const name of names.slice(1)) await added({ name });
    // The last two race for one place.
    const last = await Promise.all(
      ['One', 'Two'].map((name) => staff.post(REVIEWS, { name, rating: 5, text: 'Me, too.' })),
    );
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expectProblem(await staff.post(REVIEWS, { name: 'More', rating: 5, text: 'x' }), 'reviews-full');
    const newest = names.slice(-MOST_SHOWN_REVIEWS + 1).toReversed();
    await eventually(async () => expect((await namesShown()).slice(1)).toEqual(newest));
    expect(await shown()).toHaveLength(MOST_SHOWN_REVIEWS);

    await staff.patch(SECTION, { file_reviews: 'confirmed' });
    const items = await eventually(async () => {
      const all = await shown();
      expect(all).toHaveLength(MOST_SHOWN_REVIEWS + 6);
      return all;
    });
    expect(items.slice(1, MOST_SHOWN_REVIEWS + 1).map(({ name }) => name)).toEqual([...newest, 'Maya R.']);
  });
});
