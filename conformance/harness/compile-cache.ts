const folder = process.env.NODE_COMPILE_CACHE;

/** For the environment of programs that a check starts: they read what earlier ones compiled, where that is kept. */
export const compiledBefore: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
