import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ImportWarning } from '../../contract/contract.ts';
import type { CommandIo } from '../command.ts';
import { startProgress } from '../progress.ts';
import { readNamedDocument } from '../read-named-file.ts';
import { type ServerClient, ServerRefused } from '../server-client.ts';
import type { ImageFile } from './image-folder.ts';

/** Sends image fills one by one. One that the server refuses is told, and the others go on. */
export async function sendImages(
  server: ServerClient,
  fileKey: string,
  images: readonly ImageFile[],
  io: CommandIo,
  signal: AbortSignal,
): Promise<ImportWarning[]> {
  const warnings: ImportWarning[] = [];
  const sizes = await Promise.all(images.map(async ({ path }) => (await stat(path)).size));
  const progress = startProgress(
    io,
    'Sending images',
    sizes.reduce((sum, size) => sum + size, 0),
  );
  try {
    for (const [index, image] of images.entries()) {
      const refusal = await sendImage(server, fileKey, image, signal);
      if (refusal !== undefined) {
        warnings.push({ node: null, reason: `Image ${basename(image.path)}: ${refusal}` });
      }
      progress.advance(sizes[index] ?? 0);
    }
  } finally {
    progress.end();
  }
  return warnings;
}

async function sendImage(
  server: ServerClient,
  fileKey: string,
  { imageRef, path }: ImageFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  const content = await readNamedDocument(path, `The image ${path}`);
  const bytes = { stream: content, sizeBytes: content.length, type: 'application/octet-stream' };
  const place = { file_key: fileKey, image_ref: imageRef };
  try {
    await server.ask('PUT /workspace/v1/files/{file_key}/image-fills/{image_ref}', {
      path: place,
      bytes,
      signal,
    });
    return undefined;
  } catch (error) {
    if (error instanceof ServerRefused) return error.message;
    throw error;
  }
}
