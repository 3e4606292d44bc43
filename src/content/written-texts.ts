import { exactNodeId, type NodeId } from '../contract/branded-ids.ts';
import { textOfBody } from '../document/body-text.ts';
import type { Snapshot } from '../document/snapshot.ts';

export type WrittenTextType = 'in_file' | 'dev_mode_annotation' | 'component_documentation_link';

/** A text that people wrote in a document. */
export interface WrittenText {
  readonly type: WrittenTextType;
  /** The node that says it, or the component that links. */
  readonly nodeId: NodeId;
  readonly text: string;
}

/** Texts by their type and place among those of one node or component; empty ones are not there. */
export type TextsByPlace = ReadonlyMap<string, WrittenText>;

/** Properties of nodes that hold texts. */
export const textKeys = ['characters', 'annotations'] as const;

const most = {
  /** Texts of one node or component. */
  texts: 1000,
  /** Of a node without its children. */
  nodeBytes: 4 * 1024 * 1024,
};

const none: TextsByPlace = new Map();

/** The characters of a layer and the labels of its annotations. A node of more than 4 MB is passed over. */
export function textsOfNode(document: Snapshot, index: number): TextsByPlace {
  const body = document.subtree(index, { depth: 0 });
  if (body.sizeBytes > most.nodeBytes) return none;
  const { id, characters, annotations } = JSON.parse(textOfBody(document, body)) as Record<string, unknown>;
  const nodeId = exactNodeId(String(id));
  return new Map([
    ...numbered('in_file', nodeId, [characters]),
    ...numbered('dev_mode_annotation', nodeId, listOf(annotations).map(labelOf)),
  ]);
}

/** The links to documentation of the components that are the document's own, by the id of the component. */
export function* linksOfComponents(document: Snapshot): Generator<[id: NodeId, TextsByPlace]> {
  for (const { map, id, text } of document.entryTexts()) {
    if (map === 'styles') continue;
    const { remote, documentationLinks } = propertiesOf(JSON.parse(text));
    const uris = remote === true ? [] : listOf(documentationLinks).map((link) => propertiesOf(link).uri);
    yield [id, new Map(numbered('component_documentation_link', id, uris))];
  }
}

const labelOf = (annotation: unknown): unknown => {
  const { label, labelMarkdown } = propertiesOf(annotation);
  return label ?? labelMarkdown;
};

const propertiesOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most.texts) : [];

function numbered(
  type: WrittenTextType,
  nodeId: NodeId,
  values: readonly unknown[],
): [place: string, WrittenText][] {
  return values.flatMap((value, number) => {
    const isText = typeof value === 'string' && value !== '';
    return isText ? [[`${type} ${number}`, { type, nodeId, text: value }]] : [];
  });
}
