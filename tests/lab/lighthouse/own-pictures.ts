import { join } from 'node:path';
import sharp from 'sharp';
import { PICTURE_USES, type PictureUse } from '../../../src/contracts/salon/picture-uses.ts';
import { authClient } from '../../support/accounts/auth-client.ts';

/** Puts pictures of the salon's own in the place of all drawn ones, as an owner does. */

const ADMIN = { email: 'owner@salon.example', password: 'four-quiet-brushes-42' };
export const OWNER_SETTINGS = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

const DRAWN = join(import.meta.dirname, '../../../web/pictures');

/** The drawn picture that one stands for, so that both have as much in them. */
const fileOf = (use: PictureUse): string => {
  if (use === 'hero' || use === 'share') return 'hero-landscape-1600.avif';
  return use === 'hero-upright' ? 'hero-portrait-1080.avif' : `pair-${use}-1000.avif`;
};

/** Uploads a picture for each use, and shows it. */
export async function showOwnPictures(url: string): Promise<void> {
  const { data, error } = await authClient({ url }).signInWithPassword(ADMIN);
  if (error) throw error;
  async function send(method: string, path: string, type: string, body: string | Uint8Array<ArrayBuffer>) {
    const headers = {
      Authorization: `Bearer ${data.session?.access_token}`,
      'Content-Type': type,
      'Idempotency-Key': crypto.randomUUID(),
    };
    const response = await fetch(`${url}/api/admin/pictures${path}`, { method, headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as { readonly id: string };
  }
  for (const use of PICTURE_USES) {
    const photo = await sharp(join(DRAWN, fileOf(use)))
      .jpeg({ quality: 92 })
      .toBuffer();
    const { id } = await send('POST', `?use=${use}`, 'image/jpeg', new Uint8Array(photo));
    const chosen = JSON.stringify({ picture: id, alt: 'Hair after a visit' });
    await send('PATCH', `/${use}`, 'application/json', chosen);
  }
}
