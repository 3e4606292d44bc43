import { short } from '../../../src/code/colors.ts';
import { titleOf } from '../../viewer/file-facts.ts';
import { useRoom } from '../room.ts';
import { PanelSection } from './panel-section.tsx';
import { Properties, Property } from './property.tsx';
import { Swatch } from './swatch.tsx';
import { UsedColors } from './used-colors.tsx';

/** What is known of the page, while nothing on it is selected. */
export function PageFacts() {
  const { page } = useRoom();
  const { bounds } = page;
  return (
    <>
      <p className="panel-words">Select a layer, on the canvas or in the list, to see all of it here.</p>
      <PanelSection title={titleOf(page)}>
        <Properties>
          <Property name="Background" value={page.background} before={<Swatch paint={page.background} />} />
          {bounds !== null && (
            <Property name="Covers" value={`${short(bounds.width)} × ${short(bounds.height)}`} />
          )}
        </Properties>
      </PanelSection>
      <UsedColors key={page.id} node={page.id} />
    </>
  );
}
