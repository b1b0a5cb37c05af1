import { GALLERY_CATEGORIES, type GalleryCategory } from '../../../src/contracts/salon/groups.ts';
import type { GalleryItem } from '../../../src/contracts/salon/pages.ts';

const LABELS: Record<GalleryCategory, string> = { color: 'Color', cut: 'Cut', style: 'Style' };

/** Shows all items or those of one category. Hidden without scripts, where all items are shown. */
export function CategoryFilter({
  items,
  chosen,
  onChoose,
}: {
  items: readonly GalleryItem[];
  chosen: GalleryCategory | null;
  onChoose: (category: GalleryCategory | null) => void;
}) {
  const choices = [
    { category: null, label: 'All', count: items.length },
    ...GALLERY_CATEGORIES.map((category) => ({
      category,
      label: LABELS[category],
      count: items.filter((item) => item.category === category).length,
    })),
  ];
  return (
    <fieldset className="mb-10 flex flex-wrap gap-2 noscript:hidden">
      <legend className="sr-only">Show</legend>
      {choices.map(({ category, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen === category}
          onClick={() => onChoose(category)}
          className="min-h-11 rounded-full border border-stone/40 px-2 transition-colors max-sm:grow sm:px-5 hover:border-ink aria-pressed:border-plum aria-pressed:bg-plum aria-pressed:text-white"
        >
          {label} <span className="text-sm tabular-nums opacity-75">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
