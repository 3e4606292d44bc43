import type { MadeFile } from './make-files.ts';

/** Gives files to the person: one as it is, several in a ZIP. */
export async function download(files: readonly MadeFile[], name: string): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  if (files.length === 1) return save(first);
  const { zipOf } = await import('./zip.ts');
  save({ name: `${name}.zip`, bytes: zipOf(files) });
}

const keptMs = 60_000;

function save({ name, bytes }: MadeFile): void {
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
