import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { FACES, subsetFonts } from './subset-fonts.ts';

await subsetFonts();

/** Preloads the fonts of every first screen, which the browser would find only after parsing the style sheet. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml(_html, { bundle }) {
      return FACES.flatMap(({ to, media }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.includes(`/${to.replace('.woff2', '-')}`))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: '',
              ...(media && { media }),
            },
            injectTo: 'head' as const,
          })),
      );
    },
  };
}

/** Inlines the style sheet of the public pages: it is small, and nothing can be shown before it has arrived. */
function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_link, file: string) => {
          const sheet = bundle?.[file];
          if (sheet?.type !== 'asset') throw new Error(`${file} is not in the bundle.`);
          return `<style>${sheet.source}</style>`;
        });
      },
    },
  };
}

/** The router's package resolves to its development build in every bundler, which logs warnings and is larger. */
const ROUTER = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url));
const ALIASES = [
  { find: /^zod$/, replacement: fileURLToPath(new URL('zod.ts', import.meta.url)) },
  { find: /^react-router$/, replacement: `${ROUTER}index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${ROUTER}dom-export.mjs` },
];

const endsIn = (files: readonly string[]) => (id: string) => files.some((file) => id.endsWith(`/${file}`));

/** The layout of public pages, and small parts of several of them: each file of its own costs headers and compresses worse. */
const BASE = [
  'web/app/start.tsx',
  'web/salon/call-button.tsx',
  'web/salon/closing-call.tsx',
  'web/salon/address/directions.tsx',
  'web/salon/page/page-title.tsx',
  'web/salon/page/private-metadata.tsx',
  'web/salon/page/salon-page.tsx',
  'web/ui/picture.tsx',
  'web/ui/section-heading.tsx',
  'web/ui/text-link.ts',
  'web/pictures/hero.ts',
  'web/pictures/specialty.ts',
  'src/contracts/salon/groups.ts',
  'src/salon/date-text.ts',
  'lucide-react/dist/esm/icons/arrow-right.mjs',
  'lucide-react/dist/esm/icons/arrow-up-right.mjs',
  'lucide-react/dist/esm/icons/move-horizontal.mjs',
];

/** Small parts of the wizard and of the list of services, which other public pages do without. */
const PARTS = [
  'web/ui/loading/load-error.tsx',
  'web/ui/callout.tsx',
  'web/ui/use-address-query.ts',
  'web/salon/service-groups.ts',
  'web/salon/use-salon-today.ts',
  'src/salon/menu.ts',
  'src/salon/money.ts',
  'zustand/esm/react.mjs',
  'zustand/esm/vanilla.mjs',
  'lucide-react/dist/esm/icons/arrow-left.mjs',
  'lucide-react/dist/esm/icons/check.mjs',
];

/** The entry's own parts: it runs long before the rest, and loads that once the first screen is painted. */
const ENTRY = [
  'preload-helper.js',
  'web/ui/loading/load-with-retries.ts',
  'web/ui/theme/theme.ts',
  'src/contracts/salon/prerendering.ts',
  'src/contracts/salon/site-pages.ts',
];

/** The packages of React, apart from `base`: each is evaluated in a short task of its own. */
const isReact = (id: string) =>
  ['react', 'react-dom', 'scheduler'].some((name) => id.includes(`/node_modules/${name}/`));

/** The part of Rolldown's module graph that `isOfStaff` looks at. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const STAFF = ['web/admin', 'web/session', 'web/features/auth', 'web/app/auth-layout'];
const ofStaff = new Map<string, boolean>();

/** Whether the admin area and the sign-in page alone need a module, whatever imports it there. */
function isOfStaff(id: string, graph: ModuleGraph): boolean {
  const known = ofStaff.get(id) ?? (STAFF.some((folder) => id.includes(`/${folder}/`)) || undefined);
  if (known !== undefined) return known;
  // Until it is known, which matters in a circle of imports alone.
  ofStaff.set(id, true);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const is = importers.length > 0 && importers.every((importer) => isOfStaff(importer, graph));
  ofStaff.set(id, is);
  return is;
}

/**
 * Public pages load few files, so that Lighthouse finds nothing to wait for. The admin area has one file for each screen, as the
 * bundler makes it, one for what the screens share, packages included, and few for icons, since each file costs a request.
 */
const FILES = [
  { name: 'loading', test: endsIn(ENTRY), priority: 1 },
  { name: 'react', test: isReact, priority: 1 },
  { name: 'base', test: endsIn(BASE) },
  { name: 'parts', test: endsIn(PARTS) },
  {
    name: (id: string, context: ModuleGraph) => (isOfStaff(id, context) ? 'staff' : null),
    debugName: 'staff',
    minShareCount: 2,
    // They need code that public pages load, too.
    includeDependenciesRecursively: false,
  },
  {
    name: 'icons',
    test: '/lucide-react/dist/esm/icons/',
    entriesAware: true,
    entriesAwareMergeThreshold: 3_000,
  },
];

/** Two bundles of the same pages: one for browsers, one with which the server renders them. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), preloadFonts(), inlineStyles()],
  resolve: { alias: ALIASES },
  builder: {},
  build: {
    emptyOutDir: true,
    // The content security policy allows neither data: fonts nor data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: { outDir: 'dist/client', rolldownOptions: { output: { codeSplitting: { groups: FILES } } } },
    },
    ssr: {
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      // Bundles all packages, since a production server is installed without those of the site's build.
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'app/prerender.tsx' },
      },
    },
  },
  server: { proxy: { '^/api/': `http://127.0.0.1:${process.env.PORT || 3000}` } },
});
