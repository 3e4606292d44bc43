import { type ChangeEvent, useState } from 'react';
import { TokensRefused } from '../../../src/variables/design-tokens/found-tokens.ts';
import { readTokens } from '../../../src/variables/design-tokens/read-tokens.ts';
import { writeTokens } from '../../../src/variables/design-tokens/write-tokens.ts';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { NotYet, sentenceOf } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { DialogMenu } from '../../parts/dialog-menu.tsx';
import { Notice } from '../../parts/notice.tsx';
import { saveAs } from './save-as.ts';
import type { Editing } from './use-editing.ts';

interface InAndOutProps {
  readonly file: string;
  readonly name: string;
  readonly editing: Editing;
  readonly mayEdit: boolean;
}

/** Variables as files of other programs: design tokens, and answers of the interface. */
export const InAndOut = (props: InAndOutProps) => (
  <DialogMenu
    label="In and out"
    words="In and out"
    choices={[
      {
        name: 'Take out design tokens',
        title: 'Take out design tokens',
        content: () => <TokensOut {...props} />,
      },
      { name: 'Take out all as JSON', title: 'Take out all as JSON', content: () => <AllOut {...props} /> },
      ...(props.mayEdit
        ? [
            {
              name: 'Bring in design tokens',
              title: 'Bring in design tokens',
              content: (close: () => void) => <TokensIn {...props} close={close} />,
            },
            {
              name: 'Replace all by JSON',
              title: 'Replace all variables',
              content: (close: () => void) => <AllIn {...props} close={close} />,
            },
          ]
        : []),
    ]}
  />
);

function TokensOut({ name, editing }: InAndOutProps) {
  const { tokens, report } = writeTokens(editing.state, {});
  return (
    <>
      <p>
        One file in the format of the community group: a group for each collection, the default mode as value,
        the others in an extension.
      </p>
      <Report sentences={report} />
      <div className="choices">
        <Button kind="main" onPress={() => saveAs(`${name}.tokens.json`, tokens)}>
          Take out
        </Button>
      </div>
    </>
  );
}

const AllOut = ({ file, name }: InAndOutProps) => {
  const take = async () =>
    saveAs(
      `${name}.variables.json`,
      await call('GET /v1/files/{file_key}/variables/local', { path: { file_key: file } }),
    );
  return (
    <>
      <p>What the interface answers of the variables that are saved, with ids and keys.</p>
      <div className="choices">
        <Button kind="main" onPress={() => void take()}>
          Take out
        </Button>
      </div>
    </>
  );
};

/** Sentences of what has no counterpart, a few of them. */
const Report = ({ sentences }: { sentences: readonly string[] }) => {
  const most = 20;
  if (sentences.length === 0) return null;
  return (
    <ul className="tokens-report">
      {sentences.slice(0, most).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {sentences.length > most && <li>And {sentences.length - most} more.</li>}
    </ul>
  );
};

type Closing = InAndOutProps & { readonly close: () => void };

/** As another step that can be taken back: nothing is saved before somebody says so. */
function TokensIn({ editing, close }: Closing) {
  const [report, setReport] = useState<readonly string[]>();
  const read = async (file: File) => {
    const collection = file.name.replace(/(\.tokens)?\.json$/i, '');
    const { changes, report: said } = readTokens(await jsonIn(file), editing.state, { collection });
    editing.edit(changes);
    if (said.length === 0) close();
    setReport(said);
  };
  return (
    <>
      <p>
        Variables of the same name get the values of the file, others are made, nothing is deleted. You see
        the result in the table and save it, or take it back.
      </p>
      {report === undefined ? (
        <FileChoice label="File of design tokens" read={read} />
      ) : (
        <>
          <p>It came in, but for this:</p>
          <Report sentences={report} />
          <div className="choices">
            <Button kind="main" onPress={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function AllIn({ file: fileKey, editing, close }: Closing) {
  const read = async (file: File) => {
    const body = await jsonIn(file);
    await call('PUT /workspace/v1/files/{file_key}/variables', {
      path: { file_key: fileKey },
      body: body as Record<string, unknown>,
    });
    editing.discard();
    await queries.invalidateQueries();
    close();
  };
  return (
    <>
      <p>
        An answer of the interface becomes the variables of this file at once, with its ids and keys. What it
        lacks is deleted. The version before stays in the history.
      </p>
      <FileChoice label="Answer of the interface" read={read} />
    </>
  );
}

async function jsonIn(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new NotYet(`“${file.name}” is not JSON.`);
  }
}

interface FileChoiceProps {
  readonly label: string;
  readonly read: (file: File) => Promise<void>;
}

function FileChoice({ label, read }: FileChoiceProps) {
  const [problem, setProblem] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    setProblem(undefined);
    try {
      await read(file);
    } catch (error) {
      setProblem(error instanceof TokensRefused ? error.message : sentenceOf(error));
      target.value = '';
    }
  };
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        type="file"
        accept=".json,application/json"
        className="input"
        onChange={(event) => void choose(event)}
      />
      {problem !== undefined && <Notice kind="wrong">{problem}</Notice>}
    </label>
  );
}
