import type { NodeEntry, OwnNode } from '../../../src/code/own-node.ts';

interface StyleNameProps {
  /** As the node names it: `fill`, `text`. */
  readonly kind: string;
  readonly node: OwnNode;
  readonly entry: NodeEntry;
}

/** The shared style that a property follows, where it follows one. */
export function StyleName({ kind, node: { styles = {} }, entry }: StyleNameProps) {
  const id = styles[kind] ?? styles[`${kind}s`];
  const style = id === undefined ? undefined : entry.styles?.[id];
  if (style === undefined) return null;
  return (
    <p className="style-name" title={style.description}>
      <span className="quiet">Style</span> {style.name}
    </p>
  );
}
