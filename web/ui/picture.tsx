/** A picture's files and sizes, as the modules of `web/pictures` have them. */
export interface PictureFiles {
  /** Full size in pixels; reserves the space before the picture has loaded. */
  width: number;
  height: number;
  /** Mean colour, shown while the picture loads. */
  colour: string;
  /** Set of AVIF files with their widths, as `srcset` writes it. */
  avif: string;
  /** The file for browsers without AVIF. */
  jpeg: string;
}

/**
 * A picture in the size the screen needs. Its space is reserved, so nothing moves when it arrives.
 *
 * @param portrait the same subject composed for upright screens, shown on those instead
 * @param alt what it shows; empty when it is only decoration
 * @param sizes how wide it is shown, as `sizes` writes it
 * @param eager for pictures on the first screen: loaded at once and before others
 */
export function Picture({
  of: files,
  portrait,
  alt,
  sizes,
  eager = false,
  className = '',
}: {
  of: PictureFiles;
  portrait?: PictureFiles;
  alt: string;
  sizes: string;
  eager?: boolean;
  className?: string;
}) {
  return (
    <picture>
      {portrait && (
        <>
          <source
            media={UPRIGHT}
            type="image/avif"
            srcSet={portrait.avif}
            sizes={sizes}
            width={portrait.width}
            height={portrait.height}
          />
          <source media={UPRIGHT} srcSet={portrait.jpeg} width={portrait.width} height={portrait.height} />
        </>
      )}
      <source type="image/avif" srcSet={files.avif} sizes={sizes} />
      <img
        src={files.jpeg}
        alt={alt}
        width={files.width}
        height={files.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        style={{ backgroundColor: files.colour }}
        className={className}
      />
    </picture>
  );
}

const UPRIGHT = '(max-aspect-ratio: 4/5)';

/** The letters that stand for a person who has no picture, or on one: `MR` of `Maya R.`. */
export function initials(name: string): string {
  const letters = name.split(/\s+/).map((part) => part.charAt(0).toUpperCase());
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('');
}
