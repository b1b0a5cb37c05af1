import { use } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { PAGE_PARTS, type Renderer } from '../../src/contracts/prerendering.ts';
import { share } from '../pictures/share.ts';
import { type CarriedAnswers, CarriedAnswersContext } from '../ui/carried-answers.ts';
import { preloadPage, Site } from './routes.tsx';

export const sharePicture: Renderer['sharePicture'] = share.card.jpeg;

const ROOT = `<div id="${PAGE_PARTS.root}">`;

/** Renders a page with everything it asks the API for. React puts the tags for the head before the first element. */
export const renderPage: Renderer['renderPage'] = async (path, ask) => {
  const asked = new Map<string, Promise<unknown>>();
  const answers: CarriedAnswers = {
    read(question) {
      const answer = asked.get(question) ?? ask(question);
      asked.set(question, answer);
      return use(answer);
    },
    drop() {},
  };

  await preloadPage(path);
  let failure: unknown;
  const { prelude } = await prerenderToNodeStream(
    <div id={PAGE_PARTS.root}>
      <CarriedAnswersContext value={answers}>
        <StaticRouter location={path}>
          <Site />
        </StaticRouter>
      </CarriedAnswersContext>
    </div>,
    {
      // In one piece: a part sent later would be put into its place by an inline script.
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
    answers: Object.fromEntries(
      await Promise.all([...asked].map(async ([question, answer]) => [question, await answer])),
    ),
  };
};
