import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Standing } from './library-queries.ts';

interface UnpublishedProps {
  readonly file: string;
  readonly standing: Standing;
  readonly mayEdit: boolean;
}

const kinds = { components: 'Components', styles: 'Styles', variables: 'Variables' } as const;
const ways = { created: 'new', modified: 'changed', deleted: 'gone' } as const;

/** What a publish would change, and the button that publishes. */
export function UnpublishedSection({ file, standing: { changes, published }, mayEdit }: UnpublishedProps) {
  const lists = Object.entries(kinds).flatMap(([kind, title]) =>
    Object.entries(ways).map(([way, words]) => {
      const items = changes[kind as keyof typeof kinds][way as keyof typeof ways];
      return { title: `${title}, ${words}`, items };
    }),
  );
  const shown = lists.filter(({ items }) => items.length > 0);
  return (
    <Section
      title="Not published yet"
      lead="Files that use the library see what was published last."
      action={mayEdit && shown.length > 0 && <Publish file={file} />}
    >
      {shown.length === 0 ? (
        <Empty>
          {published === null
            ? 'The file has no components, styles or variables to publish.'
            : 'Everything is published as it is now.'}
        </Empty>
      ) : (
        <div className="unpublished">
          {shown.map(({ title, items }) => (
            <Changed key={title} title={title} items={items} />
          ))}
        </div>
      )}
    </Section>
  );
}

/** Names that are shown before the rest is counted. */
const mostNames = 30;

const Changed = ({ title, items }: { title: string; items: readonly { key: string; name: string }[] }) => (
  <section aria-label={title}>
    <h3>
      {title} <span className="quiet">{items.length.toLocaleString('en')}</span>
    </h3>
    <ul>
      {items.slice(0, mostNames).map(({ key, name }) => (
        <li key={key}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {items.length > mostNames && (
        <li className="quiet">and {(items.length - mostNames).toLocaleString('en')} more</li>
      )}
    </ul>
  </section>
);

function Publish({ file }: { file: string }) {
  const publish = async ({ description = '' }: Readonly<Record<string, string>>) => {
    const told = description.trim();
    await call('POST /workspace/v1/files/{file_key}/publish', {
      path: { file_key: file },
      body: told === '' ? {} : { description: told },
    });
    await queries.invalidateQueries();
  };
  return (
    <FormDialog words="Publish" title="Publish the library" kind="main" action={publish}>
      <TextField
        label="What changed"
        name="description"
        hint="For those who use it, in a sentence or two."
        rows={3}
        maxLength={2000}
        autoFocus
      />
    </FormDialog>
  );
}
