import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Response, type Router } from 'express';
import { type EncodedText, encodeText, sendEncoded } from '../http/encoded-text.ts';
import { type ApiDocument, apiDocsPage, type SiteFont } from './page.ts';

const FONTS = [
  { family: 'Fraunces Variable', file: /^fraunces-english-.*\.woff2$/ },
  { family: 'Figtree Variable', file: /^figtree-english-.*\.woff2$/ },
];

/** The site's fonts, whose file names are the build's; none where the site isn't built. */
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
 * `/api/openapi.json` for programs and `/api/docs` for people, both from the contracts. They stay the same until the next
 * start, so each is compressed once, and most responses are a 304.
 */
export async function apiDocs(document: ApiDocument, siteFolder: string): Promise<Router> {
  const router = express.Router();
  const page = apiDocsPage(document, fontsIn(siteFolder));
  const texts: readonly (readonly [path: string, type: string, text: EncodedText])[] = [
    ['/api/openapi.json', 'application/json', await encodeText(JSON.stringify(document))],
    ['/api/docs', 'text/html', await encodeText(page)],
  ];
  for (const [path, type, text] of texts) {
    router.get(path, (req, res: Response) => {
      res.set('Cache-Control', 'no-cache').type(type);
      sendEncoded(req, res, text);
    });
  }
  return router;
}
