/** Loaded before a command, it shows it the time an hour from now: nothing can hide behind five minutes' grace. */

const Machines = Date;
const AHEAD_MS = 3_600_000;

globalThis.Date = new Proxy(Machines, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + AHEAD_MS] : args, newTarget),
  get: (target, key) => (key === 'now' ? () => target.now() + AHEAD_MS : Reflect.get(target, key)),
});
