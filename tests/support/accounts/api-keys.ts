import { expect } from 'vitest';
import type { ApiKey } from '../../../src/contracts/accounts/api-keys.ts';
import { AREAS, type Area } from '../../../src/contracts/accounts/areas.ts';
import type { StaffApi } from '../staff/staff-api.ts';

export const API_KEYS = '/api/admin/api-keys';
export const ALL_AREAS = Object.keys(AREAS) as readonly Area[];

interface Wanted {
  readonly areas?: readonly Area[];
  readonly access?: 'read' | 'write';
  readonly name?: string;
}

/** Makes an API key; one that reads everything, if nothing else is wanted. */
export async function madeKey(
  by: StaffApi,
  { areas = ALL_AREAS, access = 'read', name = 'Website' }: Wanted = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const { status, json, text } = await by.post(API_KEYS, { name, areas, access });
  expect(status, text).toBe(201);
  return json as { readonly id: string; readonly key: string };
}

export const listedKeys = async (by: StaffApi) => (await by.get(API_KEYS)).json as readonly ApiKey[];
