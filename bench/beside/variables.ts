import { boundNodes, openFollowing } from '../rows/follow.ts';
import { askWell } from '../timed-client.ts';
import { variablesBody } from '../variables-body.ts';
import { startVitrine, type Vitrine } from '../vitrine.ts';
import { posted } from './answers.ts';
import type { Place } from './turns.ts';

/** 5,000 variables in four modes, and a colour that 10,000 nodes of a file are bound to. */
export async function openVariables(folder: string, program: string): Promise<Place> {
  const vitrine = await startVitrine(folder, ['small', 'large'], {}, program);
  const { client } = vitrine;
  const body = posted(variablesBody());
  const postAll = async () => {
    const path = await newFile(vitrine);
    await askWell(client, `${path}/variables`, body);
    return path;
  };
  const local = `${await postAll()}/variables/local`;
  const bound = `a colour of ${boundNodes.toLocaleString('en')} nodes`;
  return {
    pid: vitrine.pid,
    work: {
      '5,000 variables posted': { ask: postAll, settles: true },
      'a list of 5,000 variables': { ask: () => askWell(client, local) },
      [`${bound}, of 20,000`]: { ask: await openFollowing(vitrine, 'small', 20_000), settles: true },
      [`${bound}, of 200,000`]: { ask: await openFollowing(vitrine, 'large', 200_000), settles: true },
    },
    close: vitrine.stop,
  };
}

/** Its path. */
async function newFile({ client }: Vitrine): Promise<string> {
  const made = await askWell(client, '/workspace/v1/files', posted({ name: 'Variables', project: '200' }));
  return `/v1/files/${JSON.parse(made.bytes.toString()).key}`;
}
