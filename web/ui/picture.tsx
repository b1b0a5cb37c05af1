/** A picture's files and measures, as the generated modules in `web/pictures` state them. */
export interface PictureFiles {
  /** Full size in dots; gives the place its shape before anything is loaded. */
  width: number;
  height: number;
  /** Mean colour, shown while the picture loads. */
  colour: string;
  /** Set of AVIF files with their widths, as `srcset` writes it. */
  avif: string;
  /** For browsers without AVIF. */
  jpeg: string;
}

/**
 * A picture in the size the screen needs. Its place is kept free, so nothing jumps when it arrives.
 *
 * @param portrait the same subject composed for upright screens, shown there instead
 * @param alt what it shows; empty where it only adorns
 * @param sizes how wide it is shown, as `sizes` writes it
 * @param eager for what the first screen shows: fetched at once and before other pictures
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
