import { generateDocument } from './big-document.ts';

/** The documents that are measured, by the key of the file that holds them. */
export interface Documents {
  /** 27 MB, 40,000 nodes. */
  readonly big: Uint8Array;
  /** A hundredth of it. */
  readonly small: Uint8Array;
  /** Twice the nodes, twice the bytes, twice the frames. */
  readonly doubled: Uint8Array;
  /** Twice the bytes by twice the nodes in each frame: what lies above is that of `big`. */
  readonly deeper: Uint8Array;
}

export type DocumentKey = keyof Documents;

const bigDocument = { nodes: 40_000, approximateBytes: 27_000_000 };

export function makeDocuments(): Documents {
  const times = (factor: number) => ({
    nodes: bigDocument.nodes * factor,
    approximateBytes: bigDocument.approximateBytes * factor,
  });
  const big = generateDocument(bigDocument);
  return {
    big,
    small: generateDocument(times(1 / 100)),
    doubled: generateDocument(times(2)),
    deeper: doubleBelowFrames(big),
  };
}

interface AnyNode {
  id: string;
  children?: AnyNode[];
}

/** The document with a second copy of everything inside its frames, under ids of its own. */
export function doubleBelowFrames(bytes: Uint8Array): Uint8Array {
  const file = JSON.parse(Buffer.from(bytes).toString()) as { document: AnyNode };
  for (const page of file.document.children ?? []) {
    for (const frame of page.children ?? []) {
      frame.children = [...(frame.children ?? []), ...(frame.children ?? []).map(renamed)];
    }
  }
  return Buffer.from(JSON.stringify(file));
}

function renamed(node: AnyNode): AnyNode {
  const { id, children } = node;
  return { ...node, id: `9${id}`, ...(children === undefined ? {} : { children: children.map(renamed) }) };
}
