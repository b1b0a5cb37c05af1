import { eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';

/** The protocol double in a process of its own, as a server would be. Tells its address to the parent. */

const double = await eventStoreDbDouble();
process.send?.({ url: double.url });
process.on('disconnect', () => process.exit());
