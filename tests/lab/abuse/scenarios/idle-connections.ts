import { holdConnections } from '../connections.ts';
import { addresses, type Scenario } from '../scenario.ts';

const COUNT = 20_000;

const idle = (title: string, from: readonly string[]): Scenario => ({
  title,
  seconds: 12,
  processes: 2,
  attack: (target) => holdConnections(target, { count: COUNT, from, begin: '' }),
});

export const scenarios: readonly Scenario[] = [
  idle('20 000 connections that say nothing, from one address', addresses(1)),
  idle('20 000 connections that say nothing, from 250 addresses', addresses(250)),
];
