import { expect } from 'vitest';
import type { PictureUse } from '../../../src/contracts/salon/picture-uses.ts';
import type { TestSalon } from '../server/server.ts';
import type { StaffApi } from '../staff/staff-api.ts';
import { pictureOf } from './files.ts';

/** Uploads a picture and shows it on the website. @returns its id */
export async function showPicture(salon: TestSalon, staff: StaffApi, use: PictureUse): Promise<string> {
  const response = await fetch(`${salon.url}/api/admin/pictures?use=${use}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${staff.token}`, 'Content-Type': 'image/jpeg' },
    body: Buffer.from(await pictureOf()),
  });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { readonly id: string };
  const chosen = await staff.patch(`/api/admin/pictures/${use}`, { picture: id, alt: 'Long waves' });
  expect(chosen.status, chosen.text).toBe(200);
  return id;
}
