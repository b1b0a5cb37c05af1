import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { subsetFonts } from './subset-fonts.ts';

await subsetFonts();

/** The fonts of every first screen. Without a preload the browser finds them only after parsing the style sheet. */
const FIRST_SCREEN_FONT = /-english-.*\.woff2$/;

function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml(_html, { bundle }) {
      return Object.keys(bundle ?? {})
        .filter((file) => FIRST_SCREEN_FONT.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        }));
    },
  };
}

/** Inlines the style sheet: it is small, and nothing can be shown before it has arrived. */
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

/**
 * What every page needs goes into two files, React and the shell with all that it imports: few requests, better
 * compressed than a handful, and two tasks that are short. What the entry needs stays out of them, since the entry
 * runs before.
 */
const CHUNKS = [
  {
    name: 'loading',
    test: /vite\/preload-helper|\/contracts\/prerendering|\/ui\/load-with-retries/,
    priority: 1,
  },
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
  {
    name: 'base',
    test: /\/node_modules\/react-router(?:-dom)?\/|\/web\/(?:app\/(?!main|prerender)|salon\/(?!data|availability-data|calendar-file|confirmation|service-groups|transformation)|ui\/(?:picture|text-link))/,
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
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
