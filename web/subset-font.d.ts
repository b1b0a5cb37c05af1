declare module 'subset-font' {
  /** Keeps the glyphs of a text. A number fixes an axis of the font to it, bounds limit the axis to them. */
  function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'sfnt';
      variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
    },
  ): Promise<Buffer>;

  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export { subsetFont as default };
}
