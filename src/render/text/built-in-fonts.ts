import { builtInInter } from './built-in-inter.ts';
import { builtInNoto } from './built-in-noto.ts';
import type { FontFile } from './font-file.ts';

/** The fonts that come with the program. */
export const builtInFonts = (): FontFile[] => [...builtInInter(), ...builtInNoto()];
