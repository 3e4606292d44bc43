import type { KeyboardEvent } from 'react';
import { CommentsPanel } from './comments/comments-panel.tsx';
import { ExportPanel } from './export/export-panel.tsx';
import { InspectPanel } from './inspect/inspect-panel.tsx';
import { type Panel, panels } from './place.ts';
import { goTo, usePlace } from './use-place.ts';
import { VersionsPanel } from './versions/versions-panel.tsx';
import './right-panel.css';

const names: Readonly<Record<Panel, string>> = {
  inspect: 'Inspect',
  comments: 'Comments',
  versions: 'Versions',
  export: 'Export',
};
const contents: Readonly<Record<Panel, () => React.ReactNode>> = {
  inspect: () => <InspectPanel />,
  comments: () => <CommentsPanel />,
  versions: () => <VersionsPanel />,
  export: () => <ExportPanel />,
};

/** What is known of the file and of what is selected, in tabs. */
export function RightPanel() {
  const { panel = 'inspect' } = usePlace();
  return (
    <section className="right-panel" aria-label="Details">
      <div className="panel-tabs" role="tablist" aria-label="Panel" onKeyDown={turn}>
        {panels.map((id) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-controls="panel"
            aria-selected={id === panel}
            tabIndex={id === panel ? 0 : -1}
            onClick={() => goTo({ panel: id })}
          >
            {names[id]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is reached by keys */}
      <div className="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${panel}`} tabIndex={0}>
        {contents[panel]()}
      </div>
    </section>
  );
}

/** Arrows go from tab to tab. */
function turn(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const next = tabs.at((tabs.indexOf(document.activeElement as HTMLElement) + by) % tabs.length);
  event.preventDefault();
  next?.focus();
  next?.click();
}
