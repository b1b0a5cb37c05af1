import { expect } from 'vitest';
import type { PictureUse } from '../../../src/contracts/salon/picture-uses.ts';
import { eventually } from '../machine/eventually.ts';
import { type Answer, createHttpClient } from '../network/http-client.ts';
import type { TestSalon } from '../server/server.ts';
import type { StaffApi } from '../staff/staff-api.ts';
import { pictureOf } from './files.ts';

/**
 * Uploads a file, on a connection of its own: the server could just be closing one that was used before. It is uploaded again where
 * a busy machine took so long for it that the server closed the connection, which nothing is said on for half a minute.
 */
export function upload(
  salon: TestSalon,
  staff: StaffApi,
  raw: Buffer | string,
  { type = 'image/jpeg', query = 'use=share' } = {},
): Promise<Answer> {
  const path = `/api/admin/pictures?${query}`;
  const headers = { Authorization: `Bearer ${staff.token}`, 'Content-Type': type };
  return eventually(
    async () => {
      const http = createHttpClient(() => salon.url);
      try {
        return await http.send({ method: 'POST', path, headers, raw });
      } finally {
        http.close();
      }
    },
    { timeout: 200_000 },
  );
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
