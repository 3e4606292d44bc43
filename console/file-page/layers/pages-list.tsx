import { titleOf } from '../../viewer/file-facts.ts';
import { useRoom } from '../room.ts';
import { goTo } from '../use-place.ts';

/** The pages of the file. */
export function PagesList() {
  const { facts, page } = useRoom();
  return (
    <nav className="pages-list" aria-label="Pages">
      <h2>Pages</h2>
      <ul>
        {facts.pages.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-current={one.id === page.id ? 'page' : undefined}
              onClick={() => goTo({ page: one.id, node: undefined }, { isStep: true })}
            >
              <span className="cut">{titleOf(one)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
