import { describe, expect, it } from 'vitest';
import type { Service } from '../../../src/contracts/salon/services.ts';
import { menuAlone, serviceList } from '../../../web/features/services/service-list.ts';
import { PAGE_CONTENT, SERVICES } from '../../e2e/support/fixtures/fixtures.ts';

const MENU = PAGE_CONTENT.services.prices.groups;

const rows = (services: readonly Service[] = SERVICES) =>
  serviceList(services, MENU).flatMap(({ heading, rows: members }) =>
    members.map((row) => ({ heading, ...row })),
  );

describe('catalogue and price menu as one list', () => {
  it('has every service and every line of the menu once', () => {
    const all = rows();
    expect(all.flatMap(({ id }) => id ?? []).sort()).toEqual(SERVICES.map(({ id }) => id).sort());
    expect(all.filter(({ id }) => !id).map(({ name }) => name)).toEqual([
      'Balayage',
      'American wave',
      'Japanese straightening',
    ]);
  });

  it("gives a service the menu's price, and its name there where it says more", () => {
    const row = (id: string) => rows().find((one) => one.id === id);
    expect(row('womens-haircut')).toEqual({
      heading: 'Haircuts',
      id: 'womens-haircut',
      name: "Women's Haircut",
      menuName: 'Women’s wash & cut',
      durationText: '1h',
      startsAtCents: 4500,
    });
    expect(row('wash-cut-style')).not.toHaveProperty('menuName');
    expect(row('makeup')).toMatchObject({
      startsAtCents: 15_000,
      addition: { text: 'with hair style', starts_at_cents: 30_000 },
    });
  });

  it("prefers the catalogue's starting price, which staff keep, to the menu's", () => {
    const priced = SERVICES.map((service) =>
      service.id === 'full-highlights' ? { ...service, starts_at_cents: 12_000 } : service,
    );
    expect(rows(priced).find(({ id }) => id === 'full-highlights')).toMatchObject({ startsAtCents: 12_000 });
  });

  it('has what was added to the catalogue under the name of a line of the menu once, with its duration', () => {
    const [cut] = SERVICES;
    if (!cut) throw new Error('There are no services.');
    const added: Service = { ...cut, id: 'b1', name: 'BALAYAGE', category: 'Color', price: '$135.00' };
    const all = rows([...SERVICES, added]);
    expect(all.filter(({ name }) => name.toLowerCase() === 'balayage')).toEqual([
      { heading: 'Color', id: 'b1', name: 'BALAYAGE', durationText: cut.durationText, startsAtCents: 12_000 },
    ]);
    // Added anew after it was deleted, it has another id.
    const renewed = SERVICES.map((one) => (one.id === 'perm' ? { ...one, id: 'perm-2' } : one));
    expect(rows(renewed).find(({ id }) => id === 'perm-2')).toMatchObject({ startsAtCents: 11_000 });
  });

  it('puts a line without a service beside the services of its group', () => {
    const groupOf = (name: string) => rows().find((row) => row.name === name)?.heading;
    expect(groupOf('Balayage')).toBe('Color');
    expect(groupOf('American wave')).toBe('Chemical');
  });

  it('puts it into a group of its own where nothing else of the group is offered', () => {
    const [cut] = SERVICES;
    expect(rows(cut && [cut]).map(({ heading, name }) => [heading, name])).toEqual([
      ['Haircuts', "Men's Haircut"],
      ['Color', 'Balayage'],
      ['Texture', 'American wave'],
      ['Texture', 'Japanese straightening'],
    ]);
  });

  it("states the catalogue's own price where the menu has none, also one in words", () => {
    const [cut] = SERVICES;
    if (!cut) throw new Error('There are no services.');
    const priced = (price: string) => rows([{ ...cut, id: 'fringe', price }])[0];
    expect(priced('$25.00')?.price).toBe('$25.00');
    expect(priced('Price Varies')?.price).toBe('Price Varies');
  });

  it('is the menu alone where there is no catalogue', () => {
    expect(menuAlone(MENU).map(({ heading, rows: members }) => [heading, members.length])).toEqual(
      MENU.map(({ heading, lines }) => [heading, lines.length]),
    );
  });
});
