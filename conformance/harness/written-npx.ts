import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '..', '..');

/** What `npx` would find, run by name from the folder `bin`: no registry is asked, and no line waits half a second for it. */
export async function writeNpx(home: string): Promise<void> {
  const npx = `#!/usr/bin/env bash
[ "$1" = -y ] && shift
name=\${1%@[0-9]*}; shift
[ "$name" = vitrine ] && exec node "${join(project, 'bin', 'vitrine.mjs')}" "$@"
exec "${join(project, 'node_modules', '.bin')}/$name" "$@"
`;
  await mkdir(join(home, 'bin'));
  await writeFile(join(home, 'bin', 'npx'), npx);
  await chmod(join(home, 'bin', 'npx'), 0o755);
}
