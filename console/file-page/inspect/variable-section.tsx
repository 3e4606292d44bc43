import { cssColor, short } from '../../../src/code/colors.ts';
import { PanelSection } from './panel-section.tsx';
import { Properties, Property } from './property.tsx';
import { Swatch } from './swatch.tsx';
import type { BoundVariable } from './use-own-node.ts';

type ModeValue = BoundVariable['values'][number];

/** The variables that a node is bound to, each with its value in every mode. */
export function VariableSection({ variables }: { variables: readonly BoundVariable[] }) {
  if (variables.length === 0) return null;
  return (
    <PanelSection title="Variables">
      {variables.map(({ id, name, collection, values }) => (
        <div key={id} className="variable">
          <h4>
            {name} <span className="quiet">{collection}</span>
          </h4>
          <Properties>
            {values.map((value) => (
              <ValueRow key={value.mode} value={value} />
            ))}
          </Properties>
        </div>
      ))}
    </PanelSection>
  );
}

function ValueRow({ value: { mode, value, alias } }: { value: ModeValue }) {
  const isColor = typeof value === 'object' && value !== null && 'r' in value;
  const color = isColor ? cssColor(value as never) : undefined;
  const words = alias ?? color ?? (typeof value === 'number' ? short(value) : String(value ?? '–'));
  return <Property name={mode} value={words} before={color && <Swatch paint={color} />} />;
}
