import { reportRecord } from '../../images/report-record.ts';
import type { SceneReport } from '../../render/scene/scene.ts';
import type { CommandIo } from '../command.ts';
import { counted, printable } from '../printed-text.ts';

/** What was asked for: which pictures of each node, and where they go. */
export interface PicturePlan {
  readonly format: 'png' | 'jpg' | 'svg' | 'pdf';
  readonly scales: readonly number[];
  /** Absolute. */
  readonly folder: string;
  /** As documents have them, each once; empty for all frames at the top of the pages. */
  readonly nodeIds: readonly string[];
}

/** What became of one picture. */
export interface Picture {
  readonly id: string;
  readonly name: string;
  readonly scale: number;
  /** Where it was written; absent where there is none. */
  readonly path?: string;
  /** Why there is none. */
  readonly reason?: string;
  /** Known where it was rendered in this process. */
  readonly report?: SceneReport;
}

/** Why there is no picture of an id that no node has. */
export const noSuchNode = 'the design has no such node';

export const isFrame = (type: string): boolean =>
  ['FRAME', 'COMPONENT', 'COMPONENT_SET', 'SECTION', 'SLIDE'].includes(type);

/** What only puts slides in order. */
export const holdsSlides = (type: string): boolean => type === 'SLIDE_GRID' || type === 'SLIDE_ROW';

/** Ids of addresses have a hyphen where those of documents have a colon. */
export const plainId = (given: string): string =>
  /^[I\d][\d;-]*$/.test(given) ? given.replaceAll('-', ':') : given;

/** Says one line for each picture, and one for each that is missing. */
export function tellPicture(picture: Picture, asJson: boolean, io: CommandIo): void {
  const { id, name, path, reason, report, scale } = picture;
  const called = `${printable(name)} (${printable(id)})`;
  if (asJson) {
    const lacks = report && reportRecord(report);
    io.stdout.write(`${JSON.stringify({ id, name, scale, path: path ?? null, reason, ...lacks })}\n`);
  } else if (path !== undefined) io.stdout.write(`${printable(path)}\n`);
  if (path === undefined) io.stderr.write(`${called} has no picture: ${printable(reason)}.\n`);
}

/** Says once for all pictures which fonts stand in for others, and what was not drawn. */
export function tellLacks(pictures: readonly Picture[], io: CommandIo): void {
  const reports = pictures.flatMap(({ report }) => report ?? []);
  const fonts = reports.flatMap(({ substitutions }) =>
    substitutions.map(
      ({ asked, used }) => `${asked.fontFamily ?? 'A font'} is drawn as ${used.family} ${used.style}`,
    ),
  );
  const lacks = reports.flatMap(({ notDrawn }) => notDrawn.map(({ reason }) => reason));
  for (const [sentence, group] of Object.entries(Object.groupBy([...fonts, ...lacks], String)))
    io.stderr.write(`  ${printable(sentence)} (${counted(group!.length, 'time')})\n`);
}
