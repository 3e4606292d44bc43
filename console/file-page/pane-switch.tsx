/** On narrow screens one of these is seen at a time. */
export type Pane = 'layers' | 'canvas' | 'panel';

const panes: readonly { readonly id: Pane; readonly name: string }[] = [
  { id: 'layers', name: 'Layers' },
  { id: 'canvas', name: 'Canvas' },
  { id: 'panel', name: 'Details' },
];

export const PaneSwitch = ({ pane, choose }: { pane: Pane; choose: (pane: Pane) => void }) => (
  <nav className="pane-switch" aria-label="Parts of the page">
    {panes.map(({ id, name }) => (
      <button key={id} type="button" aria-current={pane === id} onClick={() => choose(id)}>
        {name}
      </button>
    ))}
  </nav>
);
