import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scene } from './draw.ts';
import { avifOf, colourOf, type Edition, filesOf, jpegOf } from './editions.ts';

/** Pictures that are used together: one module for the page that shows them, so that no other page loads it. */
export interface Album {
  name: string;
  /** What the pictures show, for those who write their alt texts. */
  about: string;
  scenes: Readonly<Record<string, Scene>>;
  edition: Edition;
}

/** The album's edition without widths larger than the picture is drawn. */
export const editionFor = ({ edition }: Album, { width }: Scene): Edition => ({
  ...edition,
  widths: edition.widths.filter((each) => each <= width),
});

/** File name of a picture: that of its album and its motif. */
export const nameIn = (album: Album, motif: string) => `${album.name}-${motif}`;

const byName = new Intl.Collator('en', { numeric: true });

const camel = (name: string) => name.replace(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase());

/** Writes `web/pictures/<album>.ts`: imports of the files, so that the build hashes them, and their measures. */
export async function writeModule(folder: string, album: Album): Promise<void> {
  await writeFile(join(folder, `${album.name}.ts`), await moduleOf(folder, album));
}

/** The text of an album's module, from its scenes and its files in `folder`. */
export async function moduleOf(folder: string, album: Album): Promise<string> {
  const files: string[] = [];
  const entries: string[] = [];
  for (const [motif, scene] of Object.entries(album.scenes)) {
    const name = nameIn(album, motif);
    const edition = editionFor(album, scene);
    const avif = edition.widths.map((wide) => `\${${camel(avifOf(name, wide))}} ${wide}w`);
    files.push(...filesOf(name, edition));
    entries.push(
      `  ${/^\w+$/.test(motif) ? motif : `'${motif}'`}: {`,
      `    width: ${scene.width},`,
      `    height: ${scene.height},`,
      `    colour: '${await colourOf(folder, name, edition)}',`,
      ...(avif.length > 0 ? [`    avif: \`${avif.join(', ')}\`,`] : []),
      `    jpeg: ${camel(jpegOf(name, edition))},`,
      '  },',
    );
  }
  const type = album.edition.widths.length > 0 ? 'PictureFiles' : "Omit<PictureFiles, 'avif'>";
  return [
    "import type { PictureFiles } from '../ui/picture.tsx';",
    ...files.sort(byName.compare).map((file) => `import ${camel(file)} from './${file}';`),
    '',
    '// Written by `npm run pictures`; see docs/pictures.md.',
    `/** ${album.about} */`,
    `export const ${camel(album.name)} = {`,
    ...entries,
    `} satisfies Record<string, ${type}>;`,
    '',
  ].join('\n');
}
