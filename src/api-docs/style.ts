/** The page's style sheet, apart from the fonts. */
export const API_DOCS_STYLE = `
:root { color-scheme: light; --line: #e7dfd5; --stone: #6b625a; --brass: #70552e; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0; background: #faf7f2; color: #1f1a17; line-height: 1.6;
  font: 1rem/1.6 "Figtree Variable", system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--brass); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid #8a6a3b; outline-offset: 2px; border-radius: 2px; }
h1, h2 { font-family: "Fraunces Variable", Georgia, serif; font-weight: 400; line-height: 1.15; margin: 0; }
h1 { font-size: clamp(1.875rem, 1.5rem + 1.6vw, 2.75rem); }
h2 { font-size: clamp(1.375rem, 1.2rem + 0.6vw, 1.625rem); }
h3 { font-size: 0.875rem; font-weight: 600; margin: 1.5rem 0 0.25rem; color: var(--stone); }
code { font: 0.875em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
p { margin: 0.5rem 0; max-width: 68ch; }
header { background: #3b2a35; color: #faf7f2; padding: 3rem 1.5rem; }
header a { color: #d9bd8b; }
header p { color: #e7dfd5; }
header > div, .page { max-width: 72rem; margin: 0 auto; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: #faf7f2; padding: 0.5rem 1rem; }
.page { padding: 2rem 1.5rem 4rem; display: grid; gap: 2rem; }
nav ul { list-style: none; margin: 0.5rem 0 0; padding: 0; }
nav a { display: block; padding: 0.375rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
section { background: #fff; border: 1px solid var(--line); border-radius: 0.5rem; padding: 1.5rem; margin: 0 0 1.5rem; }
.address { color: var(--stone); }
.method { font-weight: 600; text-transform: uppercase; color: #3b2a35; }
dl { margin: 0; display: grid; }
dl > div { display: grid; gap: 0 1.5rem; padding: 0.5rem 0; border-top: 1px solid var(--line); }
dd { margin: 0; color: var(--stone); }
dt em { font-style: normal; font-size: 0.875rem; color: var(--stone); }
@media (min-width: 48rem) {
  dl > div { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
}
@media (min-width: 64rem) {
  .page { grid-template-columns: 18rem minmax(0, 1fr); }
  nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto; }
}
@media print {
  body, section, header { background: none; color: #000; }
  header, .page { padding: 0 0 1rem; }
  header p, header a { color: #000; }
  nav, .skip { display: none; }
  .page { display: block; }
  section { border: 0; padding: 0; margin: 0 0 2rem; }
  dl > div, h2, h3 { break-inside: avoid; break-after: avoid-page; }
}
`;
