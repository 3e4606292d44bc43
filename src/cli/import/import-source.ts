import { createReadStream } from 'node:fs';
import { parse } from 'node:path';
import type { ImportWarning, PushedContent, WorkspaceFileRecord } from '../../contract/contract.ts';
import { CommandFailed, type CommandIo } from '../command.ts';
import { counted, startProgress } from '../progress.ts';
import { type ServerClient, ServerRefused } from '../server-client.ts';
import type { ScannedDocument } from './document-scan.ts';
import { imagesIn } from './image-folder.ts';
import { scanSource } from './scan-source.ts';
import { sendImages } from './send-images.ts';

/** A design on this machine. */
export interface SourceFile {
  /** As it was written by the caller. */
  readonly title: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface ImportPlan {
  readonly project: string | undefined;
  readonly name: string | undefined;
  readonly key: string | undefined;
  readonly imagesFolder: string | undefined;
  /** Nothing but the result is wanted on standard output. */
  readonly isQuiet: boolean;
}

/** What `--json` prints for one file. */
export interface Imported {
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly nodes: number;
  readonly warnings: readonly ImportWarning[];
}

/**
 * Puts one design into a file of the server, which is made where it is not there yet, and taken away again when
 * its content is refused.
 *
 * @throws ServerRefused, CommandFailed
 */
export async function importSource(
  server: ServerClient,
  source: SourceFile,
  plan: ImportPlan,
  io: CommandIo,
  signal: AbortSignal,
): Promise<Imported> {
  const scanned = await scanSource(source.path, plan.imagesFolder !== undefined);
  const images = plan.imagesFolder === undefined ? [] : await imagesIn(plan.imagesFolder, scanned.imageRefs);
  const file = await fileFor(server, source, plan, scanned, signal);
  const pushed = await pushOrTakeBack(server, source, file, io, signal);
  const name =
    file.isNew || plan.name === undefined ? pushed.name : await rename(server, file.key, plan.name);
  const imageWarnings = await sendImages(server, file.key, images, io, signal);
  const { key, version, nodes } = pushed;
  return {
    key,
    name,
    version,
    nodes,
    warnings: [...pushed.warnings, ...imageWarnings],
  };
}

interface TargetFile {
  readonly key: string;
  readonly isNew: boolean;
}

async function fileFor(
  server: ServerClient,
  source: SourceFile,
  plan: ImportPlan,
  scanned: ScannedDocument,
  signal: AbortSignal,
): Promise<TargetFile> {
  if (plan.key !== undefined && (await exists(server, plan.key, signal))) {
    return { key: plan.key, isNew: false };
  }
  if (plan.project === undefined) {
    throw new CommandFailed(`There is no file ${plan.key}. With --project it would be made.`);
  }
  const name = plan.name ?? usableName(scanned.name) ?? parse(source.path).name;
  const made = await makeFile(server, { name, project: plan.project, key: plan.key }, signal);
  return { key: made.key, isNew: true };
}

/** A refusal here is not one of the design: the other sources would meet the same. */
async function makeFile(
  server: ServerClient,
  body: { name: string; project: string; key: string | undefined },
  signal: AbortSignal,
): Promise<WorkspaceFileRecord> {
  try {
    return await server.ask('POST /workspace/v1/files', { body, signal });
  } catch (error) {
    throw error instanceof ServerRefused ? new CommandFailed(error.message) : error;
  }
}

const longestName = 255;

/** A design may call itself anything: what cannot be printed becomes a space, and no character is cut in two. */
function usableName(name = ''): string | undefined {
  const printable = name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName);
  return printable === '' ? undefined : printable.replace(/[\ud800-\udbff]$/, '');
}

async function exists(server: ServerClient, key: string, signal: AbortSignal): Promise<boolean> {
  try {
    await server.ask('GET /v1/files/{file_key}/meta', { path: { file_key: key }, signal });
    return true;
  } catch (error) {
    if (error instanceof ServerRefused && error.status === 404) return false;
    throw error;
  }
}

/** Answers the name the file has now. */
async function rename(server: ServerClient, key: string, name: string): Promise<string> {
  const path = { file_key: key };
  const renamed = await server.ask('PATCH /workspace/v1/files/{file_key}', { path, body: { name } });
  return renamed.name;
}

async function pushOrTakeBack(
  server: ServerClient,
  source: SourceFile,
  file: TargetFile,
  io: CommandIo,
  signal: AbortSignal,
): Promise<PushedContent> {
  try {
    return await push(server, source, file.key, io, signal);
  } catch (error) {
    if (file.isNew) await takeBack(server, file.key, io);
    throw error;
  }
}

async function push(
  server: ServerClient,
  source: SourceFile,
  key: string,
  io: CommandIo,
  signal: AbortSignal,
): Promise<PushedContent> {
  const progress = startProgress(io, `Sending ${source.title}`, source.sizeBytes);
  const content = createReadStream(source.path);
  try {
    const stream = counted(content, progress, () => progress.wait(`The server reads ${source.title}`));
    const bytes = { stream, sizeBytes: source.sizeBytes, type: 'application/octet-stream' };
    const path = { file_key: key };
    return await server.ask('PUT /workspace/v1/files/{file_key}/content', { path, bytes, signal });
  } finally {
    progress.end();
    content.destroy();
  }
}

/** The empty file that was made for a design goes when the design does not come. */
async function takeBack(server: ServerClient, key: string, io: CommandIo): Promise<void> {
  try {
    await server.ask('DELETE /workspace/v1/files/{file_key}', { path: { file_key: key } });
  } catch {
    io.stderr.write(`The empty file ${key} that was made for it could not be deleted.\n`);
  }
}
