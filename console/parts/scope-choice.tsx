import type { Scope } from '../../src/contract/generated/types.ts';
import { type scopeGroups, wordsOf } from '../api/scope-groups.ts';
import { Button } from './button.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
import './scope-choice.css';

export type ScopeName = Scope;

interface ScopeChoiceProps {
  readonly groups: typeof scopeGroups;
  readonly value: readonly ScopeName[];
  readonly onChange: (scopes: readonly ScopeName[]) => void;
}

/** What a token or an app may do, in plain words and by groups. */
export function ScopeChoice({ groups, value, onChange }: ScopeChoiceProps) {
  const reading = groups
    .flatMap(({ scopes }) => scopes)
    .filter((scope) => /^(file|librar|project|folder|team).*read$/.test(scope));
  return (
    <fieldset className="scope-choice">
      <legend>Scopes</legend>
      <div className="scope-shortcuts">
        <Button kind="plain" onPress={() => onChange([...new Set([...value, ...reading])])}>
          Choose all that read designs
        </Button>
        <Button kind="plain" onPress={() => onChange([])} isDisabled={value.length === 0}>
          Choose none
        </Button>
      </div>
      <div className="scope-groups">
        {groups.map(({ name, scopes }) => (
          <CheckboxGroup
            key={name}
            label={name}
            choices={scopes.map((scope) => ({ id: scope, name: wordsOf(scope), hint: scope }))}
            value={value.filter((scope) => scopes.includes(scope))}
            onChange={(chosen) =>
              onChange([...value.filter((scope) => !scopes.includes(scope)), ...(chosen as ScopeName[])])
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
