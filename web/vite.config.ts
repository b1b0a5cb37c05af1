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

/** Leaves out the summaries of operations: only the documentation of the API shows them, and the server makes that. */
function leaveOutSummaries(): Plugin {
  return {
    name: 'leave-out-summaries',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contracts\/.+\.ts$/ },
      handler: (code) => ({
        code: code.replace(/\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g, "summary: ''"),
        map: null,
      }),
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

/** Small parts of several pages that the layout doesn't import: the headers of a file of its own are larger. */
const PARTS_IN_BASE = [
  'web/salon/(?:call-button|closing-call|address/map-link|page/(?:page-title|private-metadata|salon-page))',
  'web/ui/(?:picture|section-heading|text-link)',
  'web/pictures/(?:hero|specialty)',
  'src/contracts/salon/groups',
  'src/salon/date-text',
].join('|');

/** Small parts of the wizard and of other pages, which marketing pages do without. */
const PARTS_OF_WIZARD = [
  'web/ui/(?:loading/load-error|notice|use-address-query)',
  'web/salon/(?:service-groups|use-salon-today)',
  'src/salon/(?:menu|money)',
  'zustand/esm/(?:react|vanilla)',
  'lucide-react/dist/esm/icons/(?:arrow-left|check)',
].join('|');

/** Small parts that most screens of the admin area have. */
const PARTS_OF_ADMIN = [
  'web/admin/ui/(?:dialog/lazy-dialog|form/(?:field|use-filters)|moment-text|number-text|page-header|remembered-choice|settings-address|shortcuts/(?:shortcuts|use-row-keys)|states|table/table|toast-failure)',
  'web/admin/data/(?:command|live/live-store|topics|use-command)',
  'web/admin/history/history-parameter',
].join('|');

/** Icons of its layout and of several screens. */
const ICONS_OF_ADMIN =
  'calendar-clock|calendar-days|chart-column|chevron-right|circle-user|loader-circle|messages-square|moon|plus|scissors|search|sun|user-round|users';

/**
 * Few files, since many small ones compress worse and cost a request each. A group includes what its modules import.
 *
 * - `loading`: what the entry needs, which runs long before the rest
 * - `react`: apart from `base`, so that each is evaluated in a short task of its own
 * - `base`: the router, the layout, and parts of several pages
 * - `parts`: small parts of the wizard, and of pages that list services
 * - `form`: the fields of the checkout and of signing in; those of the admin area are made of the same
 * - `admin`, `admin-icons`: small parts of the admin area
 */
const CHUNKS = [
  {
    name: 'loading',
    test: /vite\/preload-helper|\/contracts\/salon\/(?:prerendering|site-pages)|\/ui\/loading\/load-with-retries/,
    priority: 1,
  },
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
  { name: 'base', test: new RegExp(`/(?:web/app/start|${PARTS_IN_BASE})\\.tsx?$`) },
  {
    name: 'admin',
    test: new RegExp(`/(?:${PARTS_OF_ADMIN})\\.tsx?$`),
    // They need code that public pages load, too.
    includeDependenciesRecursively: false,
  },
  { name: 'admin-icons', test: new RegExp(`/lucide-react/dist/esm/icons/(?:${ICONS_OF_ADMIN})\\.mjs$`) },
  { name: 'form', test: /\/web\/ui\/form\/(?:field|labelled|code-field)\.tsx$/ },
  { name: 'parts', test: new RegExp(`/(?:${PARTS_OF_WIZARD})\\.(?:tsx?|mjs)$`) },
];

/** Two bundles of the same pages: one for browsers, one with which the server renders them. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), preloadFonts(), inlineStyles(), leaveOutSummaries()],
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
      build: {
        outDir: 'dist/client',
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
      },
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
