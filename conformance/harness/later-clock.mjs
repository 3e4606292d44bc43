/**
 * Loaded into a process: with each SIGUSR2 eleven seconds more have gone by for what asks how long something has taken.
 * The time of the machine and timers run as they do.
 */
const laterMs = 11_000;
const measured = performance.now.bind(performance);
let moved = 0;
performance.now = () => measured() + moved * laterMs;
process.on('SIGUSR2', () => {
  moved += 1;
});
