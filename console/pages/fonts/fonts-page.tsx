import { useMutation, useQuery } from '@tanstack/react-query';
import { FileTrigger } from 'react-aria-components';
import { familiesOf, type MissingFont } from '../../../src/fonts/font-families.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { usePerson } from '../../api/session.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Button } from '../../parts/button.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';
import { ServerAdministrators } from '../server/server-administrators.tsx';
import { familyColumns } from './families.tsx';
import { addFamily, addFiles, fontsQuery, missingQuery, type Whose } from './font-queries.ts';

/** The fonts that everybody's texts are drawn in. */
export const ServerFontsPage = () => (
  <Page title="Fonts" lead="The fonts that texts of all organizations are drawn in." isWide>
    <ServerAdministrators>
      <Fonts whose={undefined} />
    </ServerAdministrators>
  </Page>
);

/** Those of an organization, beside everybody's. */
export function OrganizationFontsPage() {
  const { organization } = usePerson();
  return (
    <Page title="Fonts" lead="The fonts that the texts of the organization are drawn in." isWide>
      <AdministratorsOnly>{organization !== null && <Fonts whose={organization} />}</AdministratorsOnly>
    </Page>
  );
}

const Fonts = ({ whose }: { whose: Whose }) => (
  <>
    <Missing whose={whose} />
    <Present whose={whose} />
  </>
);

function Missing({ whose }: { whose: Whose }) {
  const { data: missing, error } = useQuery(missingQuery(whose));
  return (
    <Section title="Missing" lead="Families that designs use and the server does not have.">
      {error !== null && <Notice kind="wrong">{sentenceOf(error)}</Notice>}
      {missing === undefined && error === null && <Waiting />}
      {missing?.length === 0 && <Empty>No font is missing.</Empty>}
      {missing !== undefined && missing.length > 0 && (
        <LongTable
          name="Missing fonts"
          columns={missingColumns(whose)}
          rows={missing}
          keyOf={({ family }) => family}
          textOf={({ family }) => family.toLowerCase()}
        />
      )}
    </Section>
  );
}

const missingColumns = (whose: Whose): readonly Column<MissingFont>[] => [
  { name: 'Family', cell: ({ family }) => family },
  { name: 'Styles', cell: ({ styles }) => styles.join(', ') },
  { name: 'Texts', cell: ({ texts }) => texts.toLocaleString() },
  {
    name: 'Actions',
    isUnseen: true,
    cell: ({ family }) => (
      <ActionButton
        words="Add from the catalogue"
        label={`Add from the catalogue: ${family}`}
        kind="plain"
        action={() => addFamily(whose, family)}
      />
    ),
  },
];

function Present({ whose }: { whose: Whose }) {
  const { data, error } = useQuery(fontsQuery(whose));
  const add = useMutation({ mutationFn: (files: readonly File[]) => addFiles(whose, files) });
  return (
    <Section
      title="Present"
      lead="In the order in which they are looked for."
      action={
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={['.ttf', '.otf', '.ttc', '.woff', '.woff2']}
          onSelect={(files) => files !== null && add.mutate([...files])}
        >
          <Button isPending={add.isPending}>Add font files</Button>
        </FileTrigger>
      }
    >
      {[error, add.error].map((one) => one !== null && <Notice kind="wrong">{sentenceOf(one)}</Notice>)}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && (
        <LongTable
          name="Fonts"
          columns={familyColumns(whose)}
          rows={familiesOf(data.fonts)}
          keyOf={({ key }) => key}
          textOf={({ family }) => family.toLowerCase()}
        />
      )}
    </Section>
  );
}
