import { useState } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  Menu,
  MenuItem,
  Popover,
  SearchField,
} from 'react-aria-components';
import type { Variable } from '../../../src/variables/state.ts';
import { Button as OwnButton } from '../../parts/button.tsx';
import '../../parts/field.css';
import '../../parts/popover.css';
import { Swatch } from './swatch.tsx';
import type { ValueCellProps } from './value-cell.tsx';

interface AliasButtonProps extends ValueCellProps {
  readonly isLinked: boolean;
}

/** Opens the choice of a variable that the value is to follow, and of having a value of its own again. */
export function AliasButton({ variable, column, isLinked, onChange }: AliasButtonProps) {
  const end = column.resolve(variable.id);
  return (
    <DialogTrigger>
      <Button
        className="cell-button"
        aria-label={`${isLinked ? 'Change' : 'Choose'} what ${variable.name} follows in ${column.name}`}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path
            d="M7 9l2-2M6 6.5 3.8 8.7a2.3 2.3 0 0 0 3.3 3.3l2.2-2.2M6.7 6.2 8.9 4a2.3 2.3 0 0 1 3.3 3.3L10 9.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
        </svg>
      </Button>
      <Popover className="popover alias-popover">
        <Dialog aria-label={`What ${variable.name} follows in ${column.name}`}>
          {({ close }) => (
            <>
              <Targets
                variable={variable}
                column={column}
                onPick={(id) => {
                  onChange({ type: 'VARIABLE_ALIAS', id });
                  close();
                }}
              />
              {isLinked && end !== undefined && (
                <OwnButton
                  kind="plain"
                  onPress={() => {
                    onChange(end);
                    close();
                  }}
                >
                  Give it the value itself
                </OwnButton>
              )}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface TargetsProps extends Pick<ValueCellProps, 'variable' | 'column'> {
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
              {typeof end === 'object' && <Swatch color={end} />}
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
      {found.length > mostShown && (
        <p className="alias-more quiet">{found.length - mostShown} more: write a part of the name.</p>
      )}
    </Autocomplete>
  );
}
