import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { administratorCaller } from '../../access/administrator-caller.ts';
import { findAdministrator } from '../../access/caller-store.ts';
import { inChange } from '../../change.ts';
import { prepareContent, pushContent } from '../../dev-mode/push-content.ts';
import { changeAndFollow } from '../../file-variables/change-and-follow.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { castServer, files, projects, smallDesign } from '../../testing/cast.ts';
import { receiverOfGroup } from '../../testing/receiver-of-group.ts';
import { readLocalVariables } from '../../variables/read-local-variables.ts';

const { play, server } = castServer();
const receiver = receiverOfGroup();
const own = '/workspace/v1';

async function administrator() {
  const { context } = server();
  return { context, by: administratorCaller(await findAdministrator(context.database)) };
}

const notFound = expect.objectContaining({ status: 404 });

/** Pushes a design, and does something when its first byte is read. */
async function push(design: object, meanwhile: () => Promise<unknown>): Promise<void> {
  const { context, by } = await administrator();
  async function* bytes() {
    await meanwhile();
    yield Buffer.from(JSON.stringify(design));
  }
  const prepared = await prepareContent(context, by, files.open, { stream: Readable.from(bytes()) });
  await inChange(context, by, (change) => pushContent(change, files.open, prepared));
}

const deleteProject = async () => {
  const { status } = await play('admin', `DELETE ${own}/projects/${projects.open}?with_contents=true`);
  expect(status).toBe(200);
};

it('A design that is pushed while its project is deleted is refused as one of no file', async () => {
  await expect(push(smallDesign('Late'), deleteProject)).rejects.toEqual(notFound);
});

it('A design that is pushed while its file moves is told of where the file is', async () => {
  const { context } = server();
  const webhook = {
    event_type: 'DEV_MODE_STATUS_UPDATE',
    context: 'project',
    context_id: projects.viewOnly,
    endpoint: receiver().url,
    passcode: 'secret',
  };
  expect((await play('alice', 'POST /v2/webhooks', webhook)).status).toBe(200);
  const design = JSON.parse(JSON.stringify(smallDesign('Ready')));
  design.document.children[0].children[0].devStatus = { type: 'READY_FOR_DEV' };
  const move = () => play('alice', `PATCH ${own}/files/${files.open}`, { project: projects.viewOnly });
  await push(design, move);
  const told = await context.database.selectFrom('events').select('type').execute();
  expect(told).toContainEqual({ type: 'DEV_MODE_STATUS_UPDATE' });
});

it('Variables that are changed while their file is deleted are refused as those of no file', async () => {
  const { context, by } = await administrator();
  const file = await findVisibleFile(context.database, by, files.open);
  const change = changeAndFollow({ context, by }, file, {
    work: async () => {
      await deleteProject();
      return { state: readLocalVariables({ variables: {}, variableCollections: {} }), result: undefined };
    },
  });
  await expect(change).rejects.toEqual(notFound);
});
