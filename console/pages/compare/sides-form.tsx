import type { Version } from '../../file-page/versions/versions-query.ts';
import { Button } from '../../parts/button.tsx';
import { Chooser } from '../../parts/chooser.tsx';
import { Section } from '../../parts/section.tsx';
import type { Choice } from '../../parts/select.tsx';
import { momentText } from '../../parts/times.tsx';
import type { ComparedFile } from './compared-file.ts';

interface SidesFormProps {
  readonly sides: { readonly file: string; readonly from: string | undefined; readonly to: string };
  readonly facts: ComparedFile;
  readonly versions: readonly Version[];
  readonly hasOlder: boolean;
  readonly onOlder: () => void;
  readonly onChange: (sides: { from?: string; to?: string }) => void;
}

/** Which two are compared: versions, what the file is now, and its branches. */
export function SidesForm({ sides, facts, versions, hasOlder, onOlder, onChange }: SidesFormProps) {
  const { file, from, to } = sides;
  const known: Choice[] = [
    { id: file, name: 'As it is now' },
    ...branchesOf(facts),
    ...versions.slice(1).map((version) => ({ id: version.id, name: nameOf(version) })),
  ];
  const choices = [
    ...known,
    ...[from, to].filter((id) => id !== undefined && !known.some((one) => one.id === id)).map(asVersion),
  ];
  return (
    <Section label="What is compared">
      <div className="compared-sides">
        <Chooser
          label="Before"
          choices={choices}
          value={from ?? ''}
          onChange={(id) => onChange({ from: id })}
        />
        <Button
          kind="plain"
          isDisabled={from === undefined}
          onPress={() => from !== undefined && onChange({ from: to, to: from })}
        >
          Swap
        </Button>
        <Chooser label="After" choices={choices} value={to} onChange={(id) => onChange({ to: id })} />
        {hasOlder && <Button onPress={onOlder}>Offer older versions</Button>}
      </div>
    </Section>
  );
}

const asVersion = (id: string | undefined): Choice => ({ id: id ?? '', name: `Version ${id}` });

function branchesOf({ branches, mainFile }: ComparedFile): Choice[] {
  const main = mainFile === undefined ? [] : [{ id: mainFile, name: 'The main file, as it is now' }];
  return [...main, ...branches.map(({ key, name }) => ({ id: key, name: `Branch ${name}` }))];
}

const nameOf = ({ label, user, created_at }: Version): string =>
  [label, momentText(created_at), user.handle].filter((part) => part).join(' · ');
