import { addService, changeService, removeService } from '../../contracts/salon/admin-services.ts';
import { GROUP_OF_CATEGORY } from '../../contracts/salon/groups.ts';
import { versioned } from '../../http/operation/answer.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { Gap } from '../../salon/parts.ts';
import { givenFields } from '../given-fields.ts';
import type { CatalogueCommands } from './commands.ts';
import type { Offer, OfferChange } from './events.ts';

interface CatalogueRoutesDeps {
  readonly on: Mount;
  readonly commands: CatalogueCommands;
  /** Refuses a gap in which the own minutes of stylists end. */
  checkGap(serviceId: string, gap: Gap): Promise<void>;
}

/** Routes by which staff change what the salon offers. Existing appointments keep the services and prices they were booked with. */
export function catalogueRoutes({ on, commands, checkGap }: CatalogueRoutesDeps): void {
  on(addService, async ({ body, run }) => {
    const offer: Offer = {
      name: body.name,
      description: body.description,
      category: body.category,
      publicGroup: body.public_group ?? GROUP_OF_CATEGORY[body.category],
      priceCents: body.price_cents,
      priceText: body.price_text,
      durationMinutes: body.duration_minutes,
      ...(body.gap && { gap: body.gap }),
    };
    return versioned(await commands.add({ offer, active: body.active }, run));
  });

  on(changeService, async ({ params: { id }, body, run }) => {
    const offer: OfferChange = givenFields({
      name: body.name,
      description: body.description,
      category: body.category,
      publicGroup: body.public_group,
      priceCents: body.price_cents,
      priceText: body.price_text,
      durationMinutes: body.duration_minutes,
      gap: body.gap,
    });
    const check = async () => {
      if (body.gap) await checkGap(id, body.gap);
    };
    return versioned(await commands.change(id, { offer, active: body.active }, run, check));
  });

  on(removeService, async ({ params: { id }, run }) => versioned(await commands.remove(id, run)));
}
