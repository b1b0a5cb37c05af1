import express, { type Response, type Router } from 'express';
import { html } from '../adapters/html.ts';
import { keptFor } from '../adapters/kept-for.ts';
import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { type EncodedText, encodeText, sendEncoded } from '../http/encoded-text.ts';
import { NOT_SEARCHED } from './addresses.ts';
import { PRERENDERED } from './rendered-pages.ts';

/** The same colour as in the document and the theme. */
const IVORY = '#FAF7F2';

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const sitemap = (url: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${PRERENDERED.map(
      (path) => html`<url><loc>${url + path}</loc></url>`,
    )}</urlset>`.html
  }\n`;

const robots = (url: string) =>
  [
    'User-agent: *',
    ...NOT_SEARCHED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ].join('\n');

const manifest = ({ name, pages }: SalonProfile) =>
  JSON.stringify({
    id: '/',
    start_url: '/',
    name,
    short_name: name,
    description: pages.home.description,
    lang: 'en',
    display: 'minimal-ui',
    background_color: IVORY,
    theme_color: IVORY,
    icons: ICONS,
  });

/**
 * The sitemap and robots.txt for search engines, and the manifest for home screens.
 *
 * @param url URL of the site, without a slash at its end
 */
export function siteIndex(url: string, profile: ProfileNow): Router {
  const router = express.Router();
  const [ofSitemap, ofRobots] = [encodeText(sitemap(url)), encodeText(robots(url))];
  const files: readonly (readonly [path: string, type: string, text: () => EncodedText])[] = [
    ['/sitemap.xml', 'application/xml', () => ofSitemap],
    ['/robots.txt', 'text/plain', () => ofRobots],
    [
      '/manifest.webmanifest',
      'application/manifest+json',
      keptFor(profile, (now) => encodeText(manifest(now))).present,
    ],
  ];
  for (const [path, type, text] of files) {
    router.get(path, async (req, res: Response) => {
      res.set('Cache-Control', 'public, max-age=3600').type(type);
      await sendEncoded(req, res, text());
    });
  }
  return router;
}
