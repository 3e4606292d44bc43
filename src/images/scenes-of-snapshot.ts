import { type FileSource, openFileSource } from '../blobs/file-source.ts';
import { overlayAt } from '../content/snapshot-shelf.ts';
import { exactNodeId } from '../contract/branded-ids.ts';
import { textOfBody } from '../document/body-text.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readInPages } from '../document/read-in-pages.ts';
import type { Body } from '../document/selection.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { LeastRecent } from '../least-recent.ts';
import { partsOf } from '../render/scene/page-parts.ts';
import type { NodeJson, PageSource, SceneSource } from '../render/scene/scene-source.ts';
import type { SnapshotPaths } from './render-task.ts';

/** Nodes of snapshots, read for rendering. */
export interface Scenes {
  source(paths: SnapshotPaths, nodeIndex: number, contentsOnly: boolean): SceneSource;
  /** A page in parts, the same one for the same page as long as its snapshot is open. */
  page(paths: SnapshotPaths, nodeIndex: number): PageSource;
}

/** Snapshots that stay open for the next task. */
const mostOpen = 4;

interface OpenSnapshot {
  readonly snapshot: Snapshot;
  readonly file: FileSource;
  /** Ancestors without their children, by place: neighbours share them. */
  readonly bare: Map<number, NodeJson>;
  /** Pages in parts, by place. */
  readonly pages: Map<number, PageSource>;
  /** Small nodes, by place: they are asked for in several formats and sizes one after the other. */
  readonly small: LeastRecent<number, SceneSource>;
}

/** The most JSON of a node that is kept, and of all of these; in memory a node takes some ten times as much. */
const [smallBytes, mostSmallBytes] = [16 * 1024, 2 * 1024 * 1024];

export function openScenes(): Scenes {
  const open = new LeastRecent<string, OpenSnapshot>(mostOpen, ({ file }) => file.close());
  const openAt = (paths: SnapshotPaths): OpenSnapshot => {
    const name = paths.overlayPath ?? paths.snapshotPath;
    const present = open.get(name);
    if (present !== undefined) return present;
    const opened = openPaths(paths);
    open.set(name, opened);
    return opened;
  };
  return {
    source: (paths, nodeIndex, contentsOnly) => sourceOf(openAt(paths), nodeIndex, contentsOnly),
    page: (paths, nodeIndex) => partedPage(openAt(paths), nodeIndex),
  };
}

function openPaths({ snapshotPath, overlayPath }: SnapshotPaths): OpenSnapshot {
  const file = openFileSource(snapshotPath);
  const overlay = overlayPath === undefined ? undefined : overlayAt(overlayPath);
  return {
    file,
    // Neighbours lie beside one another, and often all of them are asked for.
    snapshot: readInPages(openSnapshot(file, overlay?.patches)),
    bare: new Map(),
    pages: new Map(),
    small: new LeastRecent(mostSmallBytes),
  };
}

function sourceOf(opened: OpenSnapshot, nodeIndex: number, contentsOnly: boolean): SceneSource {
  const { snapshot } = opened;
  const kept = contentsOnly ? opened.small.get(nodeIndex) : undefined;
  if (kept !== undefined) return kept;
  const way = wayTo(snapshot, nodeIndex);
  const [pageIndex] = way;
  const body = bodyOf(snapshot, nodeIndex);
  const isKept = contentsOnly && body.sizeBytes <= smallBytes;
  const source = {
    node: parse(snapshot, body),
    ancestors: way.map((index) => bareNode(opened, index)),
    ...(contentsOnly || pageIndex === undefined ? {} : { page: partedPage(opened, pageIndex) }),
    find: finder(opened),
    isKept,
  };
  if (isKept) opened.small.set(nodeIndex, source, body.sizeBytes);
  return source;
}

const finder =
  (opened: OpenSnapshot): PageSource['find'] =>
  (id) => {
    const index = opened.snapshot.find(exactNodeId(id));
    return index === undefined ? undefined : read(opened, index);
  };

const mostPages = 100;

function partedPage(opened: OpenSnapshot, nodeIndex: number): PageSource {
  const present = opened.pages.get(nodeIndex);
  if (present !== undefined) return present;
  if (opened.pages.size >= mostPages) opened.pages.clear();
  const children = [...opened.snapshot.children(nodeIndex)];
  const ends = [...children.slice(1), opened.snapshot.node(nodeIndex).subtreeEnd];
  const heads = children.map((index, place) => ({
    index,
    node: read(opened, index, 0),
    nodeCount: ends[place]! - index,
  }));
  const parts = partsOf(heads, ({ index }) => read(opened, index));
  const page = { node: bareNode(opened, nodeIndex), parts, find: finder(opened) };
  opened.pages.set(nodeIndex, page);
  return page;
}

/** Places of the ancestors, from the page down to the parent. */
function wayTo(snapshot: Snapshot, nodeIndex: number): number[] {
  const way: number[] = [];
  for (let at = snapshot.node(nodeIndex).parent; at !== undefined && at > 0; at = snapshot.node(at).parent)
    way.unshift(at);
  return way;
}

const mostBare = 1000;

function bareNode(opened: OpenSnapshot, index: number): NodeJson {
  const present = opened.bare.get(index);
  if (present !== undefined) return present;
  if (opened.bare.size >= mostBare) opened.bare.clear();
  const node = read(opened, index, 0);
  opened.bare.set(index, node);
  return node;
}

const read = ({ snapshot }: OpenSnapshot, index: number, depth?: number): NodeJson =>
  parse(snapshot, bodyOf(snapshot, index, depth));

const bodyOf = (snapshot: Snapshot, index: number, depth?: number): Body =>
  snapshot.subtree(index, { geometry: true, glyphs: true, depth });

const parse = (snapshot: Snapshot, body: Body): NodeJson =>
  JSON.parse(textOfBody(snapshot, body)) as NodeJson;
