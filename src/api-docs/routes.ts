import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import compression from 'compression';
import express, { type Router } from 'express';
import { type ApiDocument, apiDocsPage, type SiteFont } from './page.ts';

const FONTS = [
  { family: 'Fraunces Variable', file: /^fraunces-english-.*\.woff2$/ },
  { family: 'Figtree Variable', file: /^figtree-english-.*\.woff2$/ },
];

/** The site's fonts by the names that its build gave them; none where the site isn't built. */
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

/** `/api/openapi.json` for programs and `/api/docs` for people, both from the contracts. */
export function apiDocs(document: ApiDocument, siteFolder: string): Router {
  const router = express.Router();
  const page = apiDocsPage(document, fontsIn(siteFolder));
  router.get('/api/openapi.json', compression(), (_req, res) => {
    res.json(document);
  });
  router.get('/api/docs', compression(), (_req, res) => {
    res.type('html').send(page);
  });
  return router;
}
