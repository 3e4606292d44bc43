import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { addressOf } from '../../api/address-of.ts';
import { basePath } from '../../api/base-path.ts';
import type { Answer } from '../../api/call.ts';
import { Misfit, NotYet } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { sendBytes } from '../import/send-bytes.ts';
import { bytesText } from './bytes-text.ts';
import { ServerAdministrators } from './server-administrators.tsx';

/** Taking everything along, and bringing it back. */
export const BackupsPage = () => (
  <Page title="Backups" lead="Everything that the installation holds, in one archive.">
    <ServerAdministrators>
      <Section
        title="Make a backup"
        lead="It holds everything as of one moment, while people go on working, secrets among it: keep it as you keep passwords. Where stored bytes are missing or damaged it holds all the rest; its last entry, lacking.ndjson, and the log of the server name what is missing."
        action={
          <a className="button button-main" href={addressOf('GET /workspace/v1/backup')} download>
            Download a backup
          </a>
        }
      />
      <Section
        title="Restore a backup"
        lead="It takes the place of everything that is here: designs, people, tokens, logs. Everybody is signed out."
      >
        <Restore />
      </Section>
    </ServerAdministrators>
  </Page>
);

type Restored = Answer<'PUT /workspace/v1/backup'>;

/** All else is in place, and who is signed in was signed out: it is said before the page is left. */
function Lacking({ lacking, firstLacking }: Restored) {
  const needing = firstLacking.flatMap(({ blob, files, fonts }) => [
    ...files.map(({ key, name }) => ({ id: `${blob} ${key}`, text: `${name} (file ${key})` })),
    ...fonts.map((family) => ({ id: `${blob} ${family}`, text: `${family} (font)` })),
  ]);
  return (
    <>
      <Notice kind="wrong">
        The backup is in place. It lacks {lacking === 1 ? 'one blob' : `${lacking} blobs`}, which this
        installation does not have either. Push the same designs, images and fonts again, or restore an older
        backup that has them.
      </Notice>
      <ul>
        {needing.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        {lacking > firstLacking.length && <li>and what needs {lacking - firstLacking.length} more</li>}
      </ul>
      <div>
        <a className="button button-main" href={`${basePath}/`}>
          Sign in again
        </a>
      </div>
    </>
  );
}

const question = 'replace everything';

function Restore() {
  const [archive, setArchive] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [restored, setRestored] = useState<Restored>();
  const restore = async ({ written = '' }: Readonly<Record<string, string>>) => {
    if (archive === undefined) throw new NotYet('Choose the archive first.');
    if (written.trim() !== question) throw new Misfit('written', `Write “${question}”.`);
    const answer = await sendBytes<Restored>(addressOf('PUT /workspace/v1/backup'), archive, setSent).finally(
      () => setSent(undefined),
    );
    if (answer.lacking > 0) setRestored(answer);
    else location.assign(`${basePath}/`);
  };
  if (restored !== undefined) return <Lacking {...restored} />;
  return (
    <Form words="Restore" kind="danger" action={restore}>
      <div className="field">
        <span className="field-label">Archive</span>
        <div>
          <FileTrigger onSelect={(files) => setArchive(files?.[0] ?? undefined)}>
            <Button>Choose a backup</Button>
          </FileTrigger>
        </div>
        <span className="field-hint">
          {archive === undefined
            ? 'As it was downloaded here, or as “vitrine backup” has written it.'
            : `${archive.name}, ${bytesText(archive.size)}`}
        </span>
      </div>
      <TextField label={`Write “${question}” to go on`} name="written" isRequired autoComplete="off" />
      {sent !== undefined && (
        <Notice kind="plain">
          {sent < 1 ? `${Math.floor(sent * 100)} % is sent.` : 'All is sent; it is being put into place.'}
        </Notice>
      )}
    </Form>
  );
}
