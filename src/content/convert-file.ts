import { closeSync, openSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hashed } from '../blobs/blob-store.ts';
import { type FileSource, openFileSource } from '../blobs/file-source.ts';
import { steadyWritesAtOnce } from '../blobs/steady-writes.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { DocumentRefused } from '../document/document-refused.ts';
import type { Companions, DocumentWarning, SourceImage } from '../document/document-source.ts';
import { release } from '../document/release-bytes.ts';
import type { Conversion, ConversionPlaces } from '../import/conversion.ts';
import { converterOf } from '../import/importers.ts';
import { garbageCollector } from './collect-garbage.ts';
import { fillTypeOf } from './image-type.ts';
import { writeDurably } from './write-durably.ts';

/** An image of a design that lies in a file of its own until it is stored. */
export interface UnpackedImage {
  readonly imageRef: string;
  readonly contentType: string;
  readonly path: string;
  readonly hashed: Hashed;
}

export interface ConvertTask {
  readonly sourcePath: string;
  /** Where the answer goes; images and what is put aside lie beside it. */
  readonly answerPath: string;
  /** The key of the file that the design is for, where it is known. */
  readonly fileKey?: FileKey | undefined;
  /** Nobody waits for it: whatever else is done goes before. */
  readonly hasTime?: boolean | undefined;
}

/** What a design of another format holds beside its answer; images lie in files of their own. */
export interface Beside {
  /** When the design was changed last, where it says so. */
  readonly changedAt?: number | undefined;
  readonly companions?: Omit<Companions, 'images'> | undefined;
  readonly images: readonly UnpackedImage[];
  readonly warnings: readonly DocumentWarning[];
}

/** What became of a design; plain data, since it crosses from one thread to another. */
export interface ConvertOutcome extends Beside {
  /** Why it cannot be taken; then the rest says nothing. */
  readonly refusal: string | undefined;
  readonly answerBytes: number;
}

/** What a conversion leaves beside its answer. */
export const filesBeside = (answerPath: string) => ({
  images: `${answerPath}.images`,
  content: `${answerPath}.content`,
});

/** Writes a design of another format as a file answer of the interface. */
export async function convertBytes(bytes: Uint8Array, task: ConvertTask): Promise<ConvertOutcome> {
  try {
    const { conversion, answerBytes } = await converted(bytes, task);
    const { images = [], ...companions } = conversion.companions;
    const { unpacked, warnings } = await unpackImages(images, filesBeside(task.answerPath).images);
    return {
      refusal: undefined,
      answerBytes,
      changedAt: conversion.changedAt,
      companions,
      images: unpacked,
      warnings: [...conversion.warnings, ...warnings],
    };
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
    return { refusal: error.message, answerBytes: 0, images: [], warnings: [] };
  }
}

async function converted(
  bytes: Uint8Array,
  { answerPath, fileKey }: ConvertTask,
): Promise<{ conversion: Conversion; answerBytes: number }> {
  const convert = await converterOf(bytes)!();
  const places = openPlaces(answerPath);
  try {
    return { conversion: convert(bytes, places, fileKey), answerBytes: places.answerBytes() };
  } finally {
    places.close();
  }
}

function openPlaces(answerPath: string) {
  const contentPath = filesBeside(answerPath).content;
  const answer = openSync(answerPath, 'w', 0o600);
  const write = steadyWritesAtOnce(answer);
  const collect = garbageCollector();
  let answerBytes = 0;
  let content: FileSource | undefined;
  return {
    out: (piece) => {
      write(piece);
      answerBytes += piece.length;
      collect();
    },
    aside: (bytes) => {
      writeAtOnce(contentPath, bytes);
      release(bytes);
      content = openFileSource(contentPath);
      collect();
      return content;
    },
    answerBytes: () => answerBytes,
    close: () => {
      closeSync(answer);
      content?.close();
      rmSync(contentPath, { force: true });
    },
  } satisfies ConversionPlaces & Record<string, unknown>;
}

function writeAtOnce(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w', 0o600);
  try {
    steadyWritesAtOnce(file)(bytes);
  } finally {
    closeSync(file);
  }
}

/** What is no image is left out and named: a design is not refused for one of its pictures. */
async function unpackImages(images: Iterable<SourceImage>, folder: string) {
  const unpacked: UnpackedImage[] = [];
  const warnings: DocumentWarning[] = [];
  for (const { imageRef, bytes } of images) {
    const contentType = await fillTypeOf(bytes);
    if (contentType === undefined) {
      const reason = `The image ${imageRef} is of no known kind; what shows it stays without a picture.`;
      warnings.push({ reason });
      continue;
    }
    if (unpacked.length === 0) await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, String(unpacked.length));
    unpacked.push({ imageRef, contentType, path, hashed: await writeDurably(path, [bytes]) });
  }
  return { unpacked, warnings };
}
