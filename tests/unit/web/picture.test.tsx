import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Picture } from '../../../web/ui/picture.tsx';

const wide = { width: 1600, height: 1000, colour: '#3b2a35', avif: '/w-480.avif 480w', jpeg: '/w.jpg' };
const tall = { width: 1080, height: 1920, colour: '#2c1f28', avif: '/t-480.avif 480w', jpeg: '/t.jpg' };

/** Tags with their attributes, in order. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<(source|img)\s([^>]*?)\/?>/g)].map(([, tag = '', attributes = '']) => ({
    tag,
    ...Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/gi)].map(([, key, value]) => [key, value]),
    ),
  }));

describe('Picture', () => {
  it('keeps its place, waits until it is near, and offers AVIF first', () => {
    const [avif, image, ...rest] = tagsOf(
      renderToStaticMarkup(<Picture of={wide} alt="Brown hair" sizes="50vw" />),
    );
    expect(rest).toEqual([]);
    expect(avif).toMatchObject({ tag: 'source', type: 'image/avif', srcSet: wide.avif, sizes: '50vw' });
    expect(image).toMatchObject({
      tag: 'img',
      src: '/w.jpg',
      alt: 'Brown hair',
      width: '1600',
      height: '1000',
      loading: 'lazy',
      style: 'background-color:#3b2a35',
    });
  });

  it('is fetched at once and first where it is what the visitor sees first', () => {
    const image = tagsOf(renderToStaticMarkup(<Picture of={wide} alt="" sizes="100vw" eager />)).at(-1);
    expect(image).toMatchObject({ alt: '', loading: 'eager', fetchPriority: 'high' });
  });

  it('offers the upright composition before the other, with its own measures', () => {
    const tags = tagsOf(
      renderToStaticMarkup(<Picture of={wide} portrait={tall} alt="" sizes="100vw" eager />),
    );
    expect(tags.map(({ tag, ...rest }) => [tag, 'media' in rest])).toEqual([
      ['source', true],
      ['source', true],
      ['source', false],
      ['img', false],
    ]);
    expect(tags[0]).toMatchObject({ type: 'image/avif', srcSet: tall.avif, width: '1080', height: '1920' });
    expect(tags[1]).toMatchObject({ srcSet: tall.jpeg, width: '1080', height: '1920' });
  });
});
