import { scopeGroups } from '../../api/scope-groups.ts';
import { ScopeChoice } from '../../parts/scope-choice.tsx';
import { Section } from '../../parts/section.tsx';
import type { Configuring } from './use-configuration.ts';

/** What the app may do for who allows it. @see OAUTH-11 */
export function ScopeFields({ draft: { scopes }, change, problems }: Configuring) {
  const offered = new Set(scopeGroups.flatMap((group) => group.scopes));
  const older = scopes.filter((scope) => !offered.has(scope));
  const groups = older.length === 0 ? scopeGroups : [...scopeGroups, { name: 'Older scopes', scopes: older }];
  return (
    <Section
      title="What it may do"
      lead="Choose what the app needs and no more: people are asked for all of it."
    >
      <div {...(problems.scopes === undefined ? {} : { 'data-problem': '' })}>
        <ScopeChoice groups={groups} value={scopes} onChange={(chosen) => change({ scopes: chosen })} />
      </div>
      <div aria-live="polite">
        {problems.scopes !== undefined && <p className="field-error">{problems.scopes}</p>}
      </div>
    </Section>
  );
}
