import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { PictureUse } from '../../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture } from '../../../src/contracts/salon/salon.ts';
import { Hero } from '../../../web/features/home/hero.tsx';
import { SalonContext } from '../../../web/salon/salon-context.ts';
import { Transformation } from '../../../web/salon/transformation.tsx';
import { PAGE_CONTENT, SALON } from '../../e2e/support/fixtures/fixtures.ts';

const own = (use: PictureUse): OwnPicture => ({
  use,
  id: '0'.repeat(32),
  alt: `Alt of ${use}`,
  width: 1000,
  height: 1250,
  colour: '#443322',
  avif: `/pictures/${use}.avif 1000w`,
  jpeg: `/pictures/${use}.jpg`,
});

const shown = (what: React.ReactNode, ...uses: readonly PictureUse[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SalonContext value={{ ...SALON, pictures: uses.map(own) }}>{what}</SalonContext>
    </MemoryRouter>,
  );

describe('a piece of the gallery', () => {
  const item = { ...PAGE_CONTENT.home.gallery.item, pair: 'copper' as const };
  const piece = <Transformation item={item} sizes="100vw" />;

  it('shows the salon’s own pictures with their descriptions once both halves are there', () => {
    const html = shown(piece, 'copper-before', 'copper-after');
    for (const side of ['before', 'after']) {
      expect(html).toContain(`srcSet="/pictures/copper-${side}.avif 1000w"`);
      expect(html).toContain(`alt="Alt of copper-${side}"`);
    }
  });

  it('shows the drawn ones while one half is missing, and with pictures of another pair', () => {
    for (const uses of [['copper-after'], ['sleek-before', 'sleek-after'], []] as const) {
      const html = shown(piece, ...uses);
      expect(html).not.toContain('/pictures/copper-after.avif');
      expect(html).toContain(`alt="${item.after_alt}"`);
    }
  });
});

describe('the first screen', () => {
  it('shows each picture on its screens', () => {
    const html = shown(<Hero />, 'hero', 'hero-upright');
    expect(html).toContain(
      'media="(max-aspect-ratio: 4/5)" type="image/avif" srcSet="/pictures/hero-upright.avif 1000w"',
    );
    expect(html).toContain('src="/pictures/hero.jpg" alt="Alt of hero"');
  });

  it.each(['hero', 'hero-upright'] as const)('shows the only one, %s, on all screens', (use) => {
    const html = shown(<Hero />, use);
    expect(html.match(/srcSet="[^"]+\.avif [^"]*"/g)).toEqual(
      Array(2).fill(`srcSet="/pictures/${use}.avif 1000w"`),
    );
  });
});
