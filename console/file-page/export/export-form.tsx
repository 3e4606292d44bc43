import { useState } from 'react';
import type { OwnNode } from '../../../src/code/own-node.ts';
import type { Layer } from '../layers/layer-store.ts';
import { ExportButton } from './export-button.tsx';
import {
  type OptionName,
  type Options,
  options,
  usualOptions,
  usualWanted,
  type Wanted,
  wantedBy,
} from './export-settings.ts';
import { WantedRow } from './wanted-row.tsx';

interface ExportFormProps {
  readonly layer: Layer;
  readonly node: OwnNode;
  /** Whether each of its layers is exported in its place. */
  readonly isEach: boolean;
}

/** Which pictures are made, and how; at first what the layer's own settings say. */
export function ExportForm({ layer, node, isEach }: ExportFormProps) {
  const [wanted, want] = useState<readonly Wanted[]>(() => wantedBy(node));
  const [chosen, choose] = useState<Options>(usualOptions);
  const replace = (place: number, next: Wanted) => want(wanted.map((one, at) => (at === place ? next : one)));
  return (
    <div className="export-form">
      {wanted.map((one, place) => (
        <WantedRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
          key={place}
          wanted={one}
          change={(next) => replace(place, next)}
          remove={wanted.length === 1 ? undefined : () => want(wanted.filter((_, at) => at !== place))}
        />
      ))}
      <div>
        <button
          type="button"
          className="quiet-button"
          onClick={() => want([...wanted, { ...usualWanted, scale: 2 }])}
        >
          Add another size or format
        </button>
      </div>
      <OptionFields
        chosen={chosen}
        isSvg={wanted.some(({ format }) => format === 'svg')}
        choose={(name, isOn) => choose({ ...chosen, [name]: isOn })}
      />
      <ExportButton layer={layer} isEach={isEach} wanted={wanted} options={chosen} />
    </div>
  );
}

interface OptionFieldsProps {
  readonly chosen: Options;
  /** Whether those of SVG matter. */
  readonly isSvg: boolean;
  readonly choose: (name: OptionName, isOn: boolean) => void;
}

const OptionFields = ({ chosen, isSvg, choose }: OptionFieldsProps) => (
  <details>
    <summary>Options</summary>
    {(Object.keys(options) as OptionName[])
      .filter((name) => isSvg || !options[name].isForSvg)
      .map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen[name]}
            onChange={(event) => choose(name, event.target.checked)}
          />
          {options[name].words}
        </label>
      ))}
  </details>
);
