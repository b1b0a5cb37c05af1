import { createHash } from 'node:crypto';
import express, { type Router } from 'express';
import type { PageAnswers } from '../contracts/pages.ts';

/** `GET /api/pages/{page}`: what each page says. It stays the same until the next start, so most answers are a 304. */
export function pagesRouter(answers: PageAnswers): Router {
  const router = express.Router();
  for (const [name, answer] of Object.entries(answers)) {
    const body = JSON.stringify(answer);
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    router.get(`/api/pages/${name}`, (_req, res) => {
      res.set('ETag', tag).type('json').send(body);
    });
  }
  return router;
}
