import { drawIcons } from './icons-alone.ts';

/** Draws its share of the icons in a process of its own, and tells the process that forked it how long that took. */
process.send?.(await drawIcons(Number(process.argv[2])));
process.disconnect();
