import { titleOf } from '../../viewer/file-facts.ts';
import { Icon } from '../parts/icon.tsx';
import { useRoom } from '../room.ts';
import { goTo } from '../use-place.ts';
import { iconOf } from './layer-icons.ts';
import type { Layer } from './layer-store.ts';

/** A layer that was found; it leads to where it is. */
export function Hit({ layer, page }: { layer: Layer; page: string }) {
  const { facts, page: open, hover, zoomTo, selected } = useRoom();
  const name = facts.pages.find(({ id }) => id === page);
  const go = () => {
    goTo({ page, node: layer.id }, { isStep: page !== open.id });
    zoomTo(layer);
  };
  return (
    <li>
      <button
        type="button"
        className="layer-row hit"
        aria-current={selected === layer.id}
        onClick={go}
        onPointerEnter={() => page === open.id && hover(layer)}
        onPointerLeave={() => hover(undefined)}
      >
        <Icon name={iconOf(layer.type)} />
        <span className="cut">{layer.name}</span>
        {page !== open.id && name !== undefined && <span className="quiet cut">{titleOf(name)}</span>}
      </button>
    </li>
  );
}
