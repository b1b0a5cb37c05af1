import { use } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { DOCUMENT_NAMES, type Renderer } from '../../src/contracts/salon/prerendering.ts';
import { share } from '../pictures/share.ts';
import { type AnswerCache, AnswerCacheContext } from '../ui/query/answer-cache.ts';
import { preloadPage, Site } from './routes.tsx';

export const sharePictures: Renderer['sharePictures'] = {
  plain: share.plain.jpeg,
  lumiere: share.lumiere.jpeg,
};

const ROOT = `<div id="${DOCUMENT_NAMES.root}">`;

/** Renders a page with the data it queries. React puts the tags for the head before the first element. */
export const renderPage: Renderer['renderPage'] = async (path, load) => {
  const responses = new Map<string, Promise<unknown>>();
  const answers: AnswerCache = {
    read(request) {
      const response = responses.get(request) ?? load(request);
      responses.set(request, response);
      return use(response);
    },
    isNew: () => true,
    keep() {},
  };

  await preloadPage(path);
  let failure: unknown;
  const { prelude } = await prerenderToNodeStream(
    <div id={DOCUMENT_NAMES.root}>
      <AnswerCacheContext value={answers}>
        <StaticRouter location={path}>
          <Site />
        </StaticRouter>
      </AnswerCacheContext>
    </div>,
    {
      // All comes in one chunk: React would move later ones by an inline script, which the security policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failure ??= error;
      },
    },
  );
  let markup = '';
  for await (const chunk of prelude) markup += chunk;
  if (failure !== undefined) throw failure;

  const start = markup.indexOf(ROOT);
  return {
    head: markup.slice(0, start),
    body: markup.slice(start + ROOT.length, -'</div>'.length),
    initialData: Object.fromEntries(
      await Promise.all([...responses].map(async ([request, response]) => [request, await response])),
    ),
  };
};
