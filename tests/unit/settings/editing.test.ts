import { expect, it } from 'vitest';
import { valueAt, withValueAt } from '../../../web/admin/settings/form/paths.ts';
import { changedFields } from '../../../web/admin/ui/form/changed-fields.ts';

it('changes a value in a list, and leaves out what is emptied', () => {
  const section = { items: [{ name: 'Cut', service: 'cut' }, { name: 'Perm' }] };
  const changed = withValueAt(section, ['items', 0, 'service'], undefined);
  expect(changed).toEqual({ items: [{ name: 'Cut' }, { name: 'Perm' }] });
  expect(valueAt(changed, ['items', 1, 'name'])).toBe('Perm');
  expect(section.items[0]?.service).toBe('cut');
});

it('sends only the fields that were changed, with any value', () => {
  const before = { name: 'Ada', location: '', tags: ['a'], rating: 5 };
  expect(changedFields(before, { ...before, tags: ['a'] })).toEqual({});
  expect(changedFields(before, { ...before, tags: ['a', 'b'], rating: 4 })).toEqual({
    tags: ['a', 'b'],
    rating: 4,
  });
});
