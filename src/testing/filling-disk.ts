import { type DiskFiles, diskFiles } from '../blobs/disk-files.ts';

/** The real file system for `state.left` writes, renames and syncs; every further one fails as on a full disk. */
export function fillingDisk(): { files: DiskFiles; state: { left: number } } {
  const state = { left: Number.POSITIVE_INFINITY };
  const step = async (): Promise<void> => {
    state.left -= 1;
    if (state.left < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  const files: DiskFiles = {
    ...diskFiles,
    create: async (path) => {
      await step();
      const file = await diskFiles.create(path);
      const write = async (bytes: Uint8Array) => {
        await step();
        await file.write(bytes);
      };
      const writeAt = (chunks: readonly Uint8Array[], position: number) =>
        step().then(() => file.writeAt(chunks, position));
      return { ...file, write, writeAt, sync: () => step().then(file.sync) };
    },
    rename: (from, to) => step().then(() => diskFiles.rename(from, to)),
    mkdir: (path) => step().then(() => diskFiles.mkdir(path)),
  };
  return { files, state };
}
