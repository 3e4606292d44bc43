import type { Variable } from '../../../src/variables/state.ts';
import { aliasParts, type Color, isAlias, isComposed, type Value } from '../../../src/variables/values.ts';
import { Swatch } from '../../parts/swatch.tsx';
import { AliasButton } from './alias-button.tsx';
import { ColorButton } from './color-button.tsx';
import { colorIn, colorText } from './color-text.ts';
import { CommitInput } from './commit-input.tsx';
import type { Column } from './use-columns.ts';

interface ValueCellProps {
  readonly variable: Variable;
  readonly column: Column;
  readonly value: Value | undefined;
  readonly mayEdit: boolean;
  /** Null takes an override away. */
  readonly onChange: (value: Value | null) => void;
  /** Something that is no value of this type was written. */
  readonly onMisfit: (sentence: string) => void;
}

/** The value of a variable in one mode: changed in its place, or through another variable. */
export function ValueCell(props: ValueCellProps) {
  const { variable, column, value, mayEdit, onChange } = props;
  const isLinked = value !== undefined && aliasParts(variable.type, value).length > 0;
  const isOverride = column.isExtended && column.hasOverride(variable);
  return (
    <>
      {isLinked ? <Linked {...props} value={value} /> : <Plain {...props} />}
      {mayEdit && <AliasButton variable={variable} column={column} isLinked={isLinked} onChange={onChange} />}
      {isOverride && mayEdit && (
        <button
          type="button"
          className="cell-button"
          aria-label={`Take back what ${column.collectionName} says of ${variable.name} in ${column.name}`}
          title="Value of its own. Take it back"
          onClick={() => onChange(null)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 8a5 5 0 1 0 2-4M3 2.5V5h2.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
          </svg>
        </button>
      )}
    </>
  );
}

/** Names of what the value follows. */
function Linked({ variable, column, value }: ValueCellProps & { value: Value }) {
  const name = (part: unknown): string =>
    isAlias(part)
      ? column.nameOf(part.id)
      : typeof part === 'number'
        ? `${Math.round(part * 100)} %`
        : colorText(part as Color);
  const words = isComposed(value) ? `${name(value.color)} at ${name(value.opacity)}` : name(value);
  const end = column.resolve(variable.id);
  return (
    <span
      className="cell-alias"
      title={typeof end === 'object' ? colorText(end) : String(end ?? 'leads nowhere')}
    >
      {typeof end === 'object' && <Swatch paint={colorText(end)} />}
      <bdi className="cut">{words}</bdi>
    </span>
  );
}

function Plain({ variable, column, value, mayEdit, onChange, onMisfit }: ValueCellProps) {
  const label = `${variable.name}, ${column.name}`;
  const isDisabled = !mayEdit;
  if (typeof value === 'boolean')
    return (
      <label className="cell-switch">
        <input
          type="checkbox"
          aria-label={label}
          checked={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span aria-hidden="true">{value ? 'true' : 'false'}</span>
      </label>
    );
  if (typeof value === 'number')
    return (
      <CommitInput
        label={label}
        isDisabled={isDisabled}
        isNumber
        value={String(value)}
        onCommit={(text) => {
          const given = Number(text.trim().replace(',', '.'));
          if (text.trim() === '' || !Number.isFinite(given)) onMisfit(`“${text}” is not a number.`);
          else onChange(given);
        }}
      />
    );
  if (typeof value === 'object' && !isAlias(value) && !isComposed(value))
    return (
      <ColorValue
        label={label}
        isDisabled={isDisabled}
        value={value}
        onChange={onChange}
        onMisfit={onMisfit}
      />
    );
  return (
    <CommitInput label={label} isDisabled={isDisabled} value={String(value ?? '')} onCommit={onChange} />
  );
}

interface ColorValueProps extends Pick<ValueCellProps, 'onChange' | 'onMisfit'> {
  readonly label: string;
  readonly value: Color;
  readonly isDisabled: boolean;
}

const ColorValue = ({ label, value, isDisabled, onChange, onMisfit }: ColorValueProps) => (
  <>
    <ColorButton label={label} value={value} isDisabled={isDisabled} onChange={onChange} />
    <CommitInput
      label={label}
      isDisabled={isDisabled}
      value={colorText(value)}
      onCommit={(text) => {
        const color = colorIn(text);
        if (color === undefined)
          onMisfit(`“${text}” is not a colour: write it as #rrggbb, or #rrggbbaa where it is transparent.`);
        else onChange(color);
      }}
    />
  </>
);
