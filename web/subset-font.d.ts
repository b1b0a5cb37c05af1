declare module 'subset-font' {
  /** Keeps the glyphs of a text; an axis given one value is pinned to it, one given bounds is cut to them. */
  function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
    },
  ): Promise<Buffer>;

  // biome-ignore lint/style/noDefaultExport: that is how the package exports it.
  export { subsetFont as default };
}
