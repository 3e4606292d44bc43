/**
 * Loaded into a process: the clock of its machine is so many milliseconds ahead, as `shifted-clock.mjs?ms=300000` says.
 * Timers and what tells how long something took run as they do.
 */
const aheadMs = Number(new URL(import.meta.url).searchParams.get('ms'));
const nowAhead = (system) => system.now() + aheadMs;

globalThis.Date = new Proxy(Date, {
  apply: (system) => new system(nowAhead(system)).toString(),
  construct: (system, given, made) =>
    Reflect.construct(system, given.length === 0 ? [nowAhead(system)] : given, made),
  get: (system, name) => (name === 'now' ? () => nowAhead(system) : Reflect.get(system, name)),
});
