import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** Not committed, since it is generated from packages in the lock file. `styles/fonts.css` imports it from here. */
const FOLDER = new URL('../node_modules/.cache/salon-booking/fonts/', import.meta.url);

const characters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** The letters of English text, the most common accents in names, and the punctuation the site uses. */
const ENGLISH = `${characters(0x20, 0x7e)}\u00a0©·àáäåçèéêëíïñóöøúüÉÖÜ–—‘’“”…−`;

interface Face {
  readonly from: string;
  readonly to: string;
  /** The screens it is for; all when left out. */
  readonly media?: string;
  readonly family: string;
  readonly weights: string;
  readonly axes: NonNullable<Parameters<typeof subsetFont>[2]['variationAxes']>;
}

const TEXT: Face = {
  from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  to: 'figtree-english.woff2',
  family: 'Figtree Variable',
  weights: '300 900',
  axes: { wght: { min: 400, max: 600 } },
};

const DISPLAY = {
  from: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
  family: 'Fraunces Variable',
  weights: '100 900',
};

/**
 * The subsets. Headings and prices use one weight. From 19 to 72 pixels on large screens, that face keeps its optical-size
 * axis, which adapts the letters to the size. On phones, from 19 to 40 pixels, letters for the middle do, at half the bytes.
 */
export const FACES: readonly Face[] = [
  {
    ...DISPLAY,
    to: 'fraunces-english.woff2',
    media: '(min-width: 48rem)',
    axes: { wght: 400, opsz: { min: 16, max: 72 } },
  },
  {
    ...DISPLAY,
    to: 'fraunces-phone-english.woff2',
    media: '(max-width: 47.99rem)',
    axes: { wght: 400, opsz: 30 },
  },
  TEXT,
];

/** The letters as `unicode-range` writes them. */
const ENGLISH_RANGE = [...new Set(ENGLISH)]
  .map((letter) => letter.codePointAt(0) ?? 0)
  .sort((a, b) => a - b)
  .reduce<[number, number][]>((ranges, code) => {
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
    return ranges;
  }, [])
  .map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ''}`.toUpperCase())
  .join(', ');

/** Has the name and weights of the full font, so that the browser treats it as the part with these letters. */
const fontFace = ({ to, media = 'all', family, weights }: Face) => `@media ${media} {
  @font-face {
    font-family: '${family}';
    font-style: normal;
    font-display: swap;
    font-weight: ${weights};
    src: url(./${to}) format('woff2');
    unicode-range: ${ENGLISH_RANGE};
  }
}
`;

/** The display face's ampersand is an ornament; headings take that of the other face, from the file that is there anyway. */
const plainAmpersand = ({ to }: Face) => `@font-face {
  font-family: 'Plain Ampersand';
  font-display: swap;
  src: url(./${to}) format('woff2');
  unicode-range: U+26;
}
`;

/** Writes the subsets and a style sheet for them. Other letters come from the full fonts. */
export async function subsetFonts(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const { from, to, axes } of FACES) {
    const whole = await readFile(fileURLToPath(import.meta.resolve(from)));
    const face = await subsetFont(whole, ENGLISH, { targetFormat: 'woff2', variationAxes: axes });
    await writeFile(new URL(to, FOLDER), face);
  }
  await writeFile(new URL('english.css', FOLDER), [...FACES.map(fontFace), plainAmpersand(TEXT)].join('\n'));
}
