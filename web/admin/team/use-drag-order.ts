import { type DragEvent, useState } from 'react';

/**
 * Lets the rows of a list be dragged to other places by mouse.
 *
 * @param onDrop called with the row and the gap into which it is dropped, 0 for the one before the first row, unless it would stay where it is
 */
export function useDragOrder(onDrop: (row: number, gap: number) => void) {
  const [drag, setDrag] = useState<{ readonly row: number; readonly gap: number } | null>(null);
  const gap = drag && drag.gap !== drag.row && drag.gap !== drag.row + 1 ? drag.gap : null;

  /** Props of a row's element, and of the grip in it that takes hold of the row. */
  return (row: number) => ({
    isDragged: drag?.row === row,
    /** The edge of the row at which the dragged one would be dropped. */
    dropEdge:
      drag && gap !== null
        ? gap < drag.row
          ? gap === row && ('above' as const)
          : gap === row + 1 && ('below' as const)
        : false,
    grip: {
      draggable: true,
      onDragStart({ dataTransfer, currentTarget }: DragEvent) {
        dataTransfer.effectAllowed = 'move';
        // Without data, Firefox drags nothing.
        dataTransfer.setData('text/plain', '');
        const shown = currentTarget.closest('li');
        if (shown) dataTransfer.setDragImage(shown, 0, shown.clientHeight / 2);
        setDrag({ row, gap: row });
      },
      onDragEnd: () => setDrag(null),
    },
    handlers: {
      onDragOver(event: DragEvent) {
        if (!drag) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        setDrag({ ...drag, gap: event.clientY < top + height / 2 ? row : row + 1 });
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        if (drag && gap !== null) onDrop(drag.row, gap);
        setDrag(null);
      },
    },
  });
}
