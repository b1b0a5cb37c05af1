import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Response, type Router } from 'express';
import { type EncodedText, encodeText, sendEncoded } from '../http/encoded-text.ts';
import { type ApiDocument, apiDocsPage, type SiteFont } from './page.ts';

const FONTS = [
  { family: 'Fraunces Variable', file: /^fraunces-english-.*\.woff2$/ },
  { family: 'Figtree Variable', file: /^figtree-english-.*\.woff2$/ },
];

/** The site's fonts. Their file names differ for each build, so they are looked up; there are none if the site isn't built. */
function fontsIn(siteFolder: string): readonly SiteFont[] {
  try {
    const files = readdirSync(join(siteFolder, 'assets'));
    return FONTS.flatMap(({ family, file }) =>
      files.filter((name) => file.test(name)).map((name) => ({ family, url: `/assets/${name}` })),
    );
  } catch {
    return [];
  }
}

/**
 * `/api/openapi.json` for programs and `/api/docs` for people, both made from the contracts. They stay the same until the next
 * start. So each is made and compressed once, when somebody first asks for it, and most responses are a 304.
 *
 * @param describe makes the document; not called before somebody asks
 */
export function apiDocs(describe: () => ApiDocument, siteFolder: string): Router {
  const router = express.Router();
  const texts: readonly (readonly [path: string, type: string, make: () => string])[] = [
    ['/api/openapi.json', 'application/json', () => JSON.stringify(describe())],
    ['/api/docs', 'text/html', () => apiDocsPage(describe(), fontsIn(siteFolder))],
  ];
  for (const [path, type, make] of texts) {
    let text: EncodedText | undefined;
    router.get(path, async (req, res: Response) => {
      text ??= encodeText(make());
      res.set('Cache-Control', 'no-cache').type(type);
      await sendEncoded(req, res, text);
    });
  }
  return router;
}
