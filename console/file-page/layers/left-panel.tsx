import { useState } from 'react';
import { LayerSearch } from './layer-search.tsx';
import { LayerTree } from './layer-tree.tsx';
import { PagesList } from './pages-list.tsx';
import './layers.css';

/** Pages, and the layers of the one that is open; while one searches, what was found. */
export function LeftPanel() {
  const [sought, seek] = useState('');
  return (
    <section className="left-panel" aria-label="Pages and layers">
      <PagesList />
      <LayerSearch sought={sought} seek={seek} />
      {sought.trim() === '' && <LayerTree />}
    </section>
  );
}
