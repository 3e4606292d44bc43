import { useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import type { Variable } from '../../../src/variables/state.ts';
import type { Value } from '../../../src/variables/values.ts';
import { Button } from '../../parts/button.tsx';
import '../../parts/field.css';
import { Swatch } from '../../parts/swatch.tsx';
import { colorText } from './color-text.ts';
import { PopoverButton } from './popover-button.tsx';
import type { Column } from './use-columns.ts';

interface AliasButtonProps {
  readonly variable: Variable;
  readonly column: Column;
  /** Whether the value follows another one now. */
  readonly isLinked: boolean;
  readonly onChange: (value: Value) => void;
}

/** Opens the choice of a variable that the value is to follow, and of having a value of its own again. */
export const AliasButton = ({ variable, column, isLinked, onChange }: AliasButtonProps) => (
  <PopoverButton
    label={`${isLinked ? 'Change' : 'Choose'} what ${variable.name} follows in ${column.name}`}
    title={`What ${variable.name} follows in ${column.name}`}
    face={<Chain />}
    className="alias-popover"
  >
    {(close) => {
      const give = (value: Value): void => {
        onChange(value);
        close();
      };
      const end = column.resolve(variable.id);
      return (
        <>
          <Targets
            variable={variable}
            column={column}
            onPick={(id) => give({ type: 'VARIABLE_ALIAS', id })}
          />
          {isLinked && end !== undefined && (
            <Button kind="plain" onPress={() => give(end)}>
              Give it the value itself
            </Button>
          )}
        </>
      );
    }}
  </PopoverButton>
);

const Chain = () => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path
      d="M7 9l2-2M6 6.5 3.8 8.7a2.3 2.3 0 0 0 3.3 3.3l2.2-2.2M6.7 6.2 8.9 4a2.3 2.3 0 0 1 3.3 3.3L10 9.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
    />
  </svg>
);

interface TargetsProps extends Pick<AliasButtonProps, 'variable' | 'column'> {
  readonly onPick: (id: string) => void;
}

/** So many are shown at once; who seeks another one writes more of its name. */
const mostShown = 50;

function Targets({ variable, column, onPick }: TargetsProps) {
  const [sought, setSought] = useState('');
  const words = sought.trim().toLowerCase();
  const fits = ({ id, name, type, deletedButReferenced }: Variable): boolean =>
    type === variable.type &&
    id !== variable.id &&
    !deletedButReferenced &&
    name.toLowerCase().includes(words);
  const found = column.variables().filter(fits);
  return (
    <Autocomplete inputValue={sought} onInputChange={setSought}>
      <div className="alias-targets">
        <SearchField aria-label="Search variables" autoFocus className="alias-search">
          <Input className="input" placeholder="Search variables" />
        </SearchField>
        <Menu
          className="menu"
          aria-label="Variables"
          onAction={(id) => onPick(String(id))}
          renderEmptyState={() => 'No variable of this type has that in its name.'}
        >
          {found.slice(0, mostShown).map(({ id, name, collectionId }) => {
            const end = column.resolve(id);
            return (
              <MenuItem key={id} id={id} textValue={name} className="menu-item alias-item">
                {typeof end === 'object' && <Swatch paint={colorText(end)} />}
                <span>
                  <bdi>{name}</bdi>
                  <span className="menu-detail">
                    <bdi>{column.collectionNamed(collectionId)}</bdi>
                    {typeof end === 'object' || end === undefined ? '' : ` · ${String(end)}`}
                  </span>
                </span>
              </MenuItem>
            );
          })}
        </Menu>
      </div>
      {found.length > mostShown && (
        <p className="alias-more quiet">{found.length - mostShown} more: write a part of the name.</p>
      )}
    </Autocomplete>
  );
}
