import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeJson, SceneSource } from '../src/render/scene/scene-source.ts';
import { readFigSource } from '../src/testing/fig-source.ts';

/** Folder of designs with pictures that the original made of them. */
export const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../shared/data');

export const corpusBytes = (path: string): Uint8Array => readFileSync(join(corpus, path));
export const corpusText = (path: string): string =>
  readFileSync(join(corpus, path), 'utf8').replace(/^\ufeff/, '');
export const isInCorpus = (path: string): boolean => existsSync(join(corpus, path));

/** A node tree with its nodes by id. */
export interface Design {
  readonly root: NodeJson;
  readonly nodes: ReadonlyMap<string, { readonly node: NodeJson; readonly parentId: string | undefined }>;
}

const designs = new Map<string, Design>();

/** Reads a file of the editor, a file answer, a nodes answer or a bare node, once. */
export function openDesign(path: string): Design {
  const known = designs.get(path);
  if (known) return known;
  const design = indexed(isOfEditor(path) ? documentWithin(path) : rootOf(JSON.parse(corpusText(path))));
  designs.set(path, design);
  return design;
}

const isOfEditor = (path: string): boolean => /\.(fig|jam|deck)$/.test(path);

const documentWithin = (path: string): NodeJson =>
  JSON.parse(Buffer.from(readFigSource(corpusBytes(path)).document).toString());

interface Answer extends NodeJson {
  readonly document?: NodeJson;
  readonly nodes?: Readonly<Record<string, { readonly document: NodeJson }>>;
}

const rootOf = (answer: Answer): NodeJson =>
  answer.document ?? (answer.nodes ? Object.values(answer.nodes)[0]!.document : answer);

/** Gives every node its id and parent. */
export function indexed(root: NodeJson): Design {
  const nodes = new Map<string, { node: NodeJson; parentId: string | undefined }>();
  const add = (node: NodeJson, parentId: string | undefined): void => {
    nodes.set(String(node.id), { node, parentId });
    for (const child of childrenOf(node)) add(child, String(node.id));
  };
  add(root, undefined);
  return { root, nodes };
}

export const childrenOf = (node: NodeJson): readonly NodeJson[] =>
  Array.isArray(node.children) ? node.children : [];

/** @throws Error where the design has no such node */
export function sourceOf(design: Design, id: string): SceneSource {
  const found = design.nodes.get(id);
  if (found === undefined) throw new Error(`The design has no node ${id}.`);
  const ancestors: NodeJson[] = [];
  for (let parentId = found.parentId; parentId !== undefined; ) {
    const parent = design.nodes.get(parentId)!;
    const { children, ...alone } = parent.node;
    ancestors.unshift(alone);
    parentId = parent.parentId;
  }
  return { node: found.node, ancestors, find: (other) => design.nodes.get(other)?.node };
}

/** The rows of a table of pairs, without its head. */
export function pairsOf(path: string): string[][] {
  const [, ...lines] = corpusText(path).trim().split(/\r?\n/);
  return lines.map((line) => line.split(','));
}
