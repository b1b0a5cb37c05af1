import { expect } from 'vitest';
import type { PictureUse } from '../../../src/contracts/salon/picture-uses.ts';
import type { Answer } from '../network/http-client.ts';
import type { TestSalon } from '../server/server.ts';
import type { StaffApi } from '../staff/staff-api.ts';
import { pictureOf } from './files.ts';

/** Uploads a file. Not by the client of other tests: on a busy machine, a picture takes longer than that waits. */
export async function upload(
  salon: TestSalon,
  staff: StaffApi,
  raw: Buffer | string,
  { type = 'image/jpeg', query = 'use=share' } = {},
): Promise<Answer> {
  const response = await fetch(`${salon.url}/api/admin/pictures?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${staff.token}`, 'Content-Type': type },
    body: Buffer.from(raw),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

/** Uploads a picture and shows it on the website. @returns its id */
export async function showPicture(salon: TestSalon, staff: StaffApi, use: PictureUse): Promise<string> {
  const answer = await upload(salon, staff, await pictureOf(), { query: `use=${use}` });
  expect(answer.status, answer.text).toBe(201);
  const { id } = answer.json as { readonly id: string };
  const chosen = await staff.patch(`/api/admin/pictures/${use}`, { picture: id, alt: 'Long waves' });
  expect(chosen.status, chosen.text).toBe(200);
  return id;
}
