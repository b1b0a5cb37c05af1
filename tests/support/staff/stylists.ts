import { expect } from 'vitest';
import type { StaffApi } from './staff-api.ts';

const STYLISTS = '/api/admin/stylists';

/** Adds a stylist, and says their id once the read models know of them. */
export async function addedStylist(
  owner: StaffApi,
  card: { readonly name: string; readonly [field: string]: unknown },
): Promise<string> {
  const answer = await owner.post(STYLISTS, card);
  expect(answer.status, answer.text).toBe(201);
  await owner.getAfter(STYLISTS, answer);
  return (answer.json as { readonly id: string }).id;
}
