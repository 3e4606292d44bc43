import { Icon } from '../parts/icon.tsx';
import { useRoom } from '../room.ts';
import { iconOf, typeInWords } from './layer-icons.ts';
import type { Layer } from './layer-store.ts';
import type { TreeRow } from './tree-rows.ts';
import type { Tree } from './use-tree.ts';

/** What a row is known by in the page. */
export const rowId = (layer: string): string => `layer ${layer}`.replaceAll(' ', '-');

interface LayerRowProps {
  readonly row: TreeRow;
  /** In px from the top of the tree. */
  readonly top: number;
  readonly tree: Tree;
}

/** A layer in the tree. Keys are for the tree as a whole; here are the mouse's ways. */
export function LayerRow({ row, top, tree }: LayerRowProps) {
  const { selected, select, hover, zoomTo } = useRoom();
  const { layer, level, place, siblings, isOpen } = row;
  const at = { transform: `translateY(${top}px)`, paddingInlineStart: `${Math.min(level, 24) * 0.875}rem` };
  if (layer === undefined) return <div className="layer-row" style={at} role="none" />;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names the row that is meant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <div
      className="layer-row"
      id={rowId(layer.id)}
      role="treeitem"
      aria-label={wordsOf(layer)}
      aria-level={level}
      aria-posinset={place + 1}
      aria-setsize={siblings}
      aria-selected={layer.id === selected}
      {...(layer.has_children ? { 'aria-expanded': isOpen } : {})}
      data-kind={['COMPONENT', 'COMPONENT_SET', 'INSTANCE'].includes(layer.type) ? 'part' : undefined}
      data-hidden={layer.hidden}
      style={at}
      onClick={() => select(layer.id)}
      onDoubleClick={() => zoomTo(layer)}
      onPointerEnter={() => hover(layer)}
      onPointerLeave={() => hover(undefined)}
    >
      <Turn layer={layer} isOpen={isOpen} tree={tree} />
      <Icon name={iconOf(layer.type)} />
      <span className="cut">{layer.name}</span>
      {layer.dev_status !== undefined && <span className="ready-mark" title="Ready for development" />}
      {layer.hidden === true && <Icon name="hidden" />}
      {layer.locked === true && <Icon name="locked" />}
    </div>
  );
}

/** Opens and closes a layer with the mouse. */
function Turn({ layer, isOpen, tree }: { layer: Layer; isOpen: boolean; tree: Tree }) {
  if (!layer.has_children) return <span className="layer-turn" />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row says whether it is open, and keys turn it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <span
      className="layer-turn"
      data-open={isOpen}
      onClick={(event) => {
        event.stopPropagation();
        tree.turn(layer.id, !isOpen);
      }}
    >
      <Icon name="chevron" />
    </span>
  );
}

function wordsOf({ name, type, hidden, locked, dev_status }: Layer): string {
  const words = [
    name,
    typeInWords(type),
    ...(hidden === true ? ['hidden'] : []),
    ...(locked === true ? ['locked'] : []),
    ...(dev_status === undefined ? [] : ['ready for development']),
  ];
  return words.join(', ');
}
