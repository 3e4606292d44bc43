/**
 * Where a program of its own, for a thread or a process, lies beside a module, be it built or not. The build looks
 * for calls of this name, and makes a file of each program that they name.
 */
export function programBeside(module: string, name: string): URL {
  const extension = module.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./${name}.${extension}`, module);
}
