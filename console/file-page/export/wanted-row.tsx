import { Icon } from '../parts/icon.tsx';
import { type Format, formats, heldScale, type Wanted } from './export-settings.ts';

interface WantedRowProps {
  readonly wanted: Wanted;
  readonly change: (next: Wanted) => void;
  readonly remove: (() => void) | undefined;
}

/** Format, scale and suffix of one picture. */
export function WantedRow({ wanted, change, remove }: WantedRowProps) {
  return (
    <div className="wanted-row">
      <label>
        Format
        <select
          value={wanted.format}
          onChange={(event) => change({ ...wanted, format: event.target.value as Format })}
        >
          {formats.map((format) => (
            <option key={format} value={format}>
              {format.toUpperCase()}
            </option>
          ))}
        </select>
      </label>
      <label>
        Scale
        <input
          type="number"
          min={0.01}
          max={4}
          step="any"
          defaultValue={wanted.scale}
          onChange={(event) => change({ ...wanted, scale: heldScale(event.target.valueAsNumber) })}
        />
      </label>
      <label>
        Suffix
        <input
          value={wanted.suffix}
          maxLength={50}
          onChange={(event) => change({ ...wanted, suffix: event.target.value })}
        />
      </label>
      {remove !== undefined && (
        <button
          type="button"
          className="icon-button"
          aria-label="Leave this one out"
          title="Leave this one out"
          onClick={remove}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
