import { useState } from 'react';
import { type Answer, call, type Given } from '../../api/call.ts';
import { Misfit } from '../../api/refusals.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';

type World = Answer<'POST /test/v1/workspaces'>;
type WorkspaceFile = Given<'POST /test/v1/workspaces'>['body'];

/** Loads a world of its own for a test, and says by which names it is there. */
export function Worlds() {
  const [world, setWorld] = useState<World>();
  const load = async ({ file = '' }: Readonly<Record<string, string>>) =>
    setWorld(await call('POST /test/v1/workspaces', { body: readFile(file) }));
  return (
    <Section
      title="Worlds"
      lead="A workspace file for one test: its ids and tokens are replaced by fresh ones."
    >
      <Form words="Load" action={load} {...(world === undefined ? {} : { done: 'The world is there.' })}>
        <TextField
          label="Workspace file"
          name="file"
          hint="As JSON."
          rows={6}
          isRequired
          defaultValue={'{ "organizations": [{ "id": "1", "name": "Acme" }], "users": [] }'}
        />
      </Form>
      {world !== undefined && (
        <>
          <CopyLine label="Token of its administrator" value={world.adminToken} />
          {Object.entries({ ...world.ids, ...world.tokens }).map(([given, fresh]) => (
            <CopyLine key={given} label={given} value={fresh} />
          ))}
        </>
      )}
    </Section>
  );
}

function readFile(text: string): WorkspaceFile {
  try {
    return JSON.parse(text) as WorkspaceFile;
  } catch {
    throw new Misfit('file', 'This is not JSON.');
  }
}
