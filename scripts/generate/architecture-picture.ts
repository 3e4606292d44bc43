import { floors, importsBetween, isTest, roomOf, tagOf } from '../../src/testing/rooms.ts';
import { sourceFiles } from '../../src/testing/source-files.ts';

type Imports = ReadonlyMap<string, ReadonlySet<string>>;

interface Box {
  readonly room: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Sizes in px. */
const boxHeight = 30;
const tagColumns = 4;
const tagGap = 8;
const tagHeight = 24;
const boxGap = 26;
const rowGap = 34;
const bandPadding = 18;
const bandGap = 14;
const margin = 24;
const letterWidth = 7.4;
const leftColumn = 170;

/** What stands on each floor, said beside it. */
const floorNames: Readonly<Record<number, string>> = {
  1: 'start and commands',
  2: 'HTTP',
  3: 'register',
  4: 'operations',
  5: 'whole installation, pages',
  6: 'nouns',
  7: 'context of a call',
  8: 'support',
  9: 'engines',
  10: 'documents',
  11: 'storage',
  12: 'contract',
};

/**
 * The rooms of `src/` on their floors with their imports, as SVG. An import that follows from others (a room imports
 * what those import that it imports) has no line of its own; each box names all of its imports as its tooltip. `api/` is a frame of its tags, which import no
 * other tag.
 */
export function architecturePicture(): string {
  const files = sourceFiles('src').filter(({ path }) => !isTest(path));
  const imports = importsBetween(files, roomOf);
  const rows = rowsOf(imports);
  const tags = tagsOf(files);
  const width = leftColumn + Math.max(...rows.map(({ rooms }) => rowWidth(rooms, tags))) + 2 * margin;
  const { boxes, bands, height } = laidOut(rows, tags, width);
  const lines = [...linesOf(withoutImplied(imports))].map((line) => lineText(line, boxes));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The rooms of src and their imports, which all point downwards">`,
    style,
    `<rect width="${width}" height="${height}" class="page"/>`,
    ...bands,
    ...lines,
    ...[...boxes.values()].map((box) => boxText(box, imports)),
    ...tagTexts(boxes, tags),
    '</svg>',
    '',
  ].join('\n');
}

const style = `<style>
.page { fill: #ffffff }
.band { fill: #f4f5f7 }
.floor { font: 12px system-ui, sans-serif; fill: #6b7280 }
.box rect { fill: #ffffff; stroke: #334155; stroke-width: 1.2 }
.box text { font: 13px system-ui, sans-serif; fill: #0f172a; text-anchor: middle }
.line { fill: none; stroke: #64748b; stroke-opacity: .38; stroke-width: 1.1 }
.tag rect { fill: #f8fafc; stroke: #94a3b8 }
.tag text { font: 11px system-ui, sans-serif; fill: #334155; text-anchor: middle }
.box:hover rect { fill: #e0edff }
</style>`;

interface Row {
  readonly floor: number;
  readonly rooms: readonly string[];
}

/** Rooms of one floor stand in as many rows as their own imports need to point downwards. */
function rowsOf(imports: Imports): Row[] {
  const rooms = [...imports.keys()].filter((room) => floors[room] !== undefined);
  const rows: Row[] = [];
  for (const floor of [...new Set(rooms.map((room) => floors[room] as number))].sort((a, b) => a - b)) {
    const here = rooms.filter((room) => floors[room] === floor);
    const byDepth = Map.groupBy(here, (room) => depthIn(here, room, imports));
    for (const depth of [...byDepth.keys()].sort((a, b) => b - a))
      rows.push({ floor, rooms: (byDepth.get(depth) ?? []).toSorted() });
  }
  return ordered(rows, imports);
}

/** How many rooms of its own floor lie below a room, one behind the other. */
function depthIn(here: readonly string[], room: string, imports: Imports): number {
  const below = here.filter((other) => imports.get(room)?.has(other));
  return below.length === 0 ? 0 : 1 + Math.max(...below.map((other) => depthIn(here, other, imports)));
}

/** Each row in the order of the middles of those that import from it, so that lines cross less. */
function ordered(rows: readonly Row[], imports: Imports): Row[] {
  const place = new Map<string, number>();
  return rows.map(({ floor, rooms }) => {
    const middleOf = (room: string): number => {
      const above = [...place.keys()].filter((other) => imports.get(other)?.has(room));
      const sum = above.reduce((total, other) => total + (place.get(other) ?? 0), 0);
      return above.length === 0 ? 0.5 : sum / above.length;
    };
    const sorted = rooms.toSorted((one, other) => middleOf(one) - middleOf(other));
    sorted.forEach((room, at) => {
      place.set(room, (at + 0.5) / sorted.length);
    });
    return { floor, rooms: sorted };
  });
}

/** The tags of the contract: folders of `api/`, of which none imports another. */
const tagsOf = (files: ReturnType<typeof sourceFiles>): string[] =>
  [...new Set(files.map(({ path }) => tagOf(path)).filter((tag) => tag.startsWith('api/')))]
    .map((tag) => tag.slice('api/'.length))
    .toSorted();

const tagWidth = (tags: readonly string[]): number =>
  Math.round(Math.max(...tags.map(({ length }) => length)) * 6.2) + 14;

/** A frame of tags for `api/`, a box of one line for every other room. */
function sizeOf(room: string, tags: readonly string[]): { readonly width: number; readonly height: number } {
  if (room !== 'api') return { width: Math.round(nameOf(room).length * letterWidth) + 24, height: boxHeight };
  const rows = Math.ceil(tags.length / tagColumns);
  return {
    width: tagColumns * (tagWidth(tags) + tagGap) + tagGap,
    height: boxHeight + rows * (tagHeight + tagGap),
  };
}

const rowWidth = (rooms: readonly string[], tags: readonly string[]): number =>
  rooms.reduce((sum, room) => sum + sizeOf(room, tags).width + boxGap, -boxGap);
const nameOf = (room: string): string => (room.endsWith('.ts') ? room.replace(/\.ts$/, '') : `${room}/`);

function laidOut(rows: readonly Row[], tags: readonly string[], width: number) {
  const boxes = new Map<string, Box>();
  const bands: string[] = [];
  let y = margin;
  for (const [floor, ofFloor] of Map.groupBy(rows, (row) => row.floor)) {
    const top = y;
    y += bandPadding;
    for (const { rooms } of ofFloor) {
      const placed = placedRow(rooms, tags, { y, width });
      for (const box of placed) boxes.set(box.room, box);
      y += Math.max(...placed.map(({ height }) => height)) + rowGap;
    }
    y += bandPadding - rowGap;
    bands.push(bandText(floor, { top, height: y - top, width }));
    y += bandGap;
  }
  return { boxes, bands, height: y - bandGap + margin };
}

function placedRow(
  rooms: readonly string[],
  tags: readonly string[],
  { y, width }: { y: number; width: number },
): Box[] {
  let x = Math.round(leftColumn + (width - leftColumn - margin - rowWidth(rooms, tags)) / 2);
  return rooms.map((room) => {
    const box = { room, x, y, ...sizeOf(room, tags) };
    x += box.width + boxGap;
    return box;
  });
}

const bandText = (floor: number, { top, height, width }: { top: number; height: number; width: number }) =>
  `<rect x="${margin / 2}" y="${top}" width="${width - margin}" height="${height}" rx="8" class="band"/>` +
  `<text x="${margin}" y="${top + height / 2 + 4}" class="floor">${floor} ${floorNames[floor] ?? ''}</text>`;

/** The imports that no way over other rooms stands for. */
function withoutImplied(imports: Imports): Imports {
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const room of imports.get(from) ?? [])
      if (!seen.has(room)) {
        seen.add(room);
        reached(room, seen);
      }
    return seen;
  };
  const all = new Map([...imports.keys()].map((room) => [room, reached(room)]));
  const isImplied = (room: string, other: string): boolean =>
    [...(imports.get(room) ?? [])].some((between) => between !== other && all.get(between)?.has(other));
  return new Map(
    [...imports].map(([room, others]) => [
      room,
      new Set([...others].filter((other) => !isImplied(room, other))),
    ]),
  );
}

function* linesOf(imports: Imports): Generator<readonly [string, string]> {
  for (const room of [...imports.keys()].toSorted())
    for (const other of [...(imports.get(room) ?? [])].toSorted()) yield [room, other];
}

function lineText([from, to]: readonly [string, string], boxes: ReadonlyMap<string, Box>): string {
  const [above, below] = [boxes.get(from), boxes.get(to)];
  if (above === undefined || below === undefined) return '';
  const [x1, y1] = [above.x + above.width / 2, above.y + above.height];
  const [x2, y2] = [below.x + below.width / 2, below.y];
  const bend = Math.max(20, (y2 - y1) / 2);
  return `<path class="line" d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}"/>`;
}

function boxText({ room, x, y, width, height }: Box, imports: Imports): string {
  const others = [...(imports.get(room) ?? [])].map(nameOf).toSorted().join(', ');
  const title = others === '' ? `${nameOf(room)} imports nothing` : `${nameOf(room)} imports ${others}`;
  return (
    `<g class="box"><title>${title}</title>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5"/>` +
    `<text x="${x + width / 2}" y="${y + 20}">${nameOf(room)}</text></g>`
  );
}

/** The tags within the frame of `api/`, row by row. */
function tagTexts(boxes: ReadonlyMap<string, Box>, tags: readonly string[]): string[] {
  const frame = boxes.get('api');
  if (frame === undefined) return [];
  const width = tagWidth(tags);
  return tags.map((tag, at) => {
    const x = frame.x + tagGap + (at % tagColumns) * (width + tagGap);
    const y = frame.y + boxHeight + Math.floor(at / tagColumns) * (tagHeight + tagGap);
    return (
      `<g class="tag"><rect x="${x}" y="${y}" width="${width}" height="${tagHeight}" rx="4"/>` +
      `<text x="${x + width / 2}" y="${y + 16}">${tag}</text></g>`
    );
  });
}
