import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { FileCard } from './file-card.tsx';
import { filesQuery, type Project, type ShownFile } from './file-queries.ts';

/** So many files of a project are shown at first, and more each time that more are asked for. */
const step = 24;

export function ProjectFiles({ project, name }: { project: Project; name: string }) {
  const files = useQuery(filesQuery(project.id));
  return (
    <Section title={name}>
      {files.isPending && <div className="files-waiting" />}
      {files.isError && <Notice kind="wrong">{sentenceOf(files.error)}</Notice>}
      {files.data !== undefined && <FileGrid files={files.data.files} />}
    </Section>
  );
}

function FileGrid({ files }: { files: readonly ShownFile[] }) {
  const [count, setCount] = useState(step);
  if (files.length === 0)
    return <Empty>No files yet. `vitrine import` brings designs in, and so do tools that push them.</Empty>;
  const left = files.length - count;
  return (
    <>
      <ul className="file-grid">
        {files.slice(0, count).map((file) => (
          <li key={file.key}>
            <FileCard file={file} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div>
          <Button onPress={() => setCount(count + step)}>
            Show {Math.min(left, step)} more of {left}
          </Button>
        </div>
      )}
    </>
  );
}
