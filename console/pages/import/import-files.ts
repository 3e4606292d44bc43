import { addressOf } from '../../api/address-of.ts';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { filesQuery } from '../files/file-queries.ts';
import { designName, imageRefOf, sortFiles } from './dropped-files.ts';
import { type ImportJob, type Pushed, putJob } from './import-jobs.ts';
import { sendBytes } from './send-bytes.ts';

/** What takes the designs: a project, in which each becomes a file, or a file, whose new version it becomes. */
export type Target = { readonly project: string } | { readonly project: string; readonly file: string };

const placeOf = (target: Target): string => ('file' in target ? target.file : target.project);

/**
 * Puts files into the server one after another: designs, and the images that lie beside them. A refused one stops no
 * other.
 */
export async function importFiles(files: readonly File[], target: Target): Promise<void> {
  const { designs, images } = sortFiles(files);
  const place = placeOf(target);
  const jobs = designs.map((file) => ({ file, job: newJob(file.name, place) }));
  for (const { job } of jobs) putJob(job);
  if (designs.length === 0 && images.length > 0 && 'file' in target) await importImagesAlone(images, target);
  for (const { file, job } of jobs) await importOne(file, job, target, images);
}

const newJob = (title: string, place: string): ImportJob => ({
  id: crypto.randomUUID(),
  title,
  place,
  state: 'waiting',
  sent: 0,
});

async function importOne(file: File, job: ImportJob, target: Target, images: readonly File[]): Promise<void> {
  try {
    const key = 'file' in target ? target.file : await makeFile(file, target.project);
    putJob({ ...job, state: 'sending' });
    const pushed = await push(file, key, job).catch((error) => takeBack(key, target, error));
    const warnings = [...pushed.warnings, ...(await sendImages(images, key))];
    putJob({ ...job, state: 'done', sent: 1, pushed: { ...pushed, warnings } });
  } catch (error) {
    putJob({ ...job, state: 'refused', refusal: sentenceOf(error) });
  } finally {
    await queries.invalidateQueries(filesQuery(target.project));
  }
}

async function makeFile(file: File, project: string): Promise<string> {
  const { key } = await call('POST /workspace/v1/files', { body: { name: await designName(file), project } });
  return key;
}

const push = (file: File, key: string, job: ImportJob): Promise<Pushed> =>
  sendBytes(
    addressOf('PUT /workspace/v1/files/{file_key}/content', { path: { file_key: key } }),
    file,
    (sent) => putJob({ ...job, state: sent < 1 ? 'sending' : 'reading', sent }),
  );

/** A design that is refused leaves no empty file behind. */
async function takeBack(key: string, target: Target, error: unknown): Promise<never> {
  if (!('file' in target))
    await call('DELETE /workspace/v1/files/{file_key}', { path: { file_key: key } }).catch(() => undefined);
  throw error;
}

/** Image fills are named as their `imageRef`. One that is refused is part of the report. */
async function sendImages(images: readonly File[], key: string): Promise<Pushed['warnings']> {
  const warnings: { node: null; reason: string }[] = [];
  for (const image of images) {
    const path = { file_key: key, image_ref: imageRefOf(image) };
    const address = addressOf('PUT /workspace/v1/files/{file_key}/image-fills/{image_ref}', { path });
    await sendBytes(address, image).catch((error) =>
      warnings.push({ node: null, reason: `Image ${image.name}: ${sentenceOf(error)}` }),
    );
  }
  return warnings;
}

async function importImagesAlone(images: readonly File[], target: { readonly file: string }): Promise<void> {
  const job = newJob(images.length === 1 ? (images[0]?.name ?? '') : `${images.length} images`, target.file);
  putJob({ ...job, state: 'sending' });
  const warnings = await sendImages(images, target.file);
  const [first] = warnings;
  putJob({
    ...job,
    ...(first === undefined
      ? { state: 'done', sent: 1 }
      : { state: 'refused', refusal: warnings.map(({ reason }) => reason).join(' ') }),
  });
}
