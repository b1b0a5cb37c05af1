import { expect } from 'vitest';
import { eventually } from '../machine/eventually.ts';
import type { StaffApi } from './staff-api.ts';

const STYLISTS = '/api/admin/stylists';

/** Adds a stylist, and says their id once the read models know of them, and the commands, which follow the team in memory. */
export async function addedStylist(
  owner: StaffApi,
  card: { readonly name: string; readonly [field: string]: unknown },
): Promise<string> {
  const answer = await owner.post(STYLISTS, card);
  expect(answer.status, answer.text).toBe(201);
  await owner.getAfter(STYLISTS, answer);
  const { id } = answer.json as { readonly id: string };
  const theirs = `/api/admin/calendar?from=2026-12-01&to=2026-12-01&stylist_id=${id}`;
  await eventually(async () => expect((await owner.get(theirs)).status).toBe(200));
  return id;
}
