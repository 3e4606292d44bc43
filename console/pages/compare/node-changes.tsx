import { useInfiniteQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import { NextPage } from '../../parts/next-page.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/section.tsx';
import { changesQuery, type NodeChange, type Sides } from './compare-queries.ts';
import { ComparedValue } from './compared-value.tsx';
import { FileLink } from './file-link.tsx';
import { PathWords } from './path-words.tsx';

/** What changed, node by node, with the values before and after. */
export function NodeChanges({ sides, name }: { sides: Sides; name: string }) {
  const answer = useInfiniteQuery(changesQuery(sides));
  const changes = answer.data?.pages.flatMap((page) => page.changes) ?? [];
  const summary = answer.data?.pages[0]?.summary;
  return (
    <Section title="Node by node">
      {answer.isError && <Notice kind="wrong">{sentenceOf(answer.error)}</Notice>}
      {answer.isPending && <p className="quiet">Comparing…</p>}
      {summary !== undefined && <p role="status">{summaryText(summary)}</p>}
      <ol className="node-changes" aria-label="Changed nodes">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.type} ${change.id}`}>
            <Change change={change} file={laterFile(sides)} name={name} />
          </li>
        ))}
      </ol>
      <NextPage of={answer} words="Show more" />
    </Section>
  );
}

function summaryText(summary: Readonly<Record<'added' | 'removed' | 'moved' | 'changed', number>>): string {
  const parts = (['added', 'removed', 'moved', 'changed'] as const).filter((kind) => summary[kind] > 0);
  if (parts.length === 0) return 'Both are the same.';
  return `${parts.map((kind) => `${summary[kind].toLocaleString('en')} ${kind}`).join(', ')}.`;
}

/** Where the later nodes are looked at: a version has the file's own key. */
const laterFile = ({ file, to }: Sides): string => (/^\d+$/.test(to) ? file : to);

const isNode = ({ type }: NodeChange): boolean =>
  !['STYLE', 'VARIABLE', 'VARIABLE_COLLECTION'].includes(type);

function Change({ change, file, name }: { change: NodeChange; file: string; name: string }) {
  const isThere = isNode(change) && change.kind !== 'removed';
  return (
    <>
      <p className="node-change">
        <span className={`change-kind change-${change.kind}`}>{change.kind}</span>
        <strong>
          {isThere ? (
            <FileLink file={file} name={name} node={change.id} words={change.name} />
          ) : (
            <bdi>{change.name}</bdi>
          )}
        </strong>
        <span className="quiet">
          {change.type} · <PathWords path={change.path} /> · {change.id}
        </span>
      </p>
      {change.properties.length > 0 && (
        <dl className="changed-properties">
          {change.properties.map((property) => (
            <Property key={property.property} property={property} />
          ))}
        </dl>
      )}
    </>
  );
}

const tags = { same: 'span', removed: 'del', added: 'ins' } as const;

function Property({ property }: { property: NodeChange['properties'][number] }) {
  const { property: name, before, after, words, too_long: isTooLong } = property;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isTooLong === true && <span className="quiet">The values are too long to be shown.</span>}
        {words?.map(({ kind, text }, place) => {
          const Tag = tags[kind];
          // biome-ignore lint/suspicious/noArrayIndexKey: words stand in their order
          return <Tag key={place}>{text}</Tag>;
        })}
        {words === undefined && isTooLong !== true && (
          <>
            {before === undefined ? (
              <span className="quiet">nothing</span>
            ) : (
              <del>
                <ComparedValue value={before} beside={after} />
              </del>
            )}
            <span className="quiet"> to </span>
            {after === undefined ? (
              <span className="quiet">nothing</span>
            ) : (
              <ins>
                <ComparedValue value={after} beside={before} />
              </ins>
            )}
          </>
        )}
      </dd>
    </div>
  );
}
