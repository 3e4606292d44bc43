import { join } from 'node:path';
import { worstFile } from '../../conformance/harness/worst-file.ts';
import { quantile } from '../medians.ts';
import { fileAnswer } from '../render/node-json.ts';
import { addressesIn, imagesPath } from '../render/render-server.ts';
import { iconNodes } from '../render/screen.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, openClient } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const icons = iconNodes(1000).map((node) => ({ node, id: String(node.id) }));
const worstIds = Array.from({ length: 8 }, (_, number) => `1:${number + 1}`);
const warmUp = 100;
const connections = 4;

/** Two organizations: one has icons, the other has nodes that take minutes. */
const workspace = {
  organizations: ['900', '901'].map((id) => ({ id, name: `Bench ${id}`, plan: 'enterprise' })),
  teams: ['900', '901'].map((organization) => ({
    id: `1${organization}`,
    name: 'Bench',
    organization,
    members: [],
  })),
  projects: ['900', '901'].map((organization) => ({
    id: `2${organization}`,
    name: 'Bench',
    team: `1${organization}`,
    access: 'team',
    members: [],
  })),
  files: [
    { key: 'icons', name: 'Icons', project: '2900', editor_type: 'figma' },
    { key: 'worst', name: 'Worst', project: '2901', editor_type: 'figma' },
  ],
};

/** How long a stranger waits for an icon while all that can be taken is taken by the worst nodes we know. */
export async function measureRenderWorst(stage: Stage): Promise<Measured> {
  stage.say('An icon while others draw the worst nodes');
  const vitrine = await startVitrine(join(stage.folder, 'render-worst'), workspace);
  try {
    await putContent(
      vitrine,
      'icons',
      fileAnswer(
        'Icons',
        icons.map(({ node }) => node),
      ),
    );
    await putContent(vitrine, 'worst', Buffer.from(JSON.stringify(worstFile(worstIds))));
    const calls = Math.round(stage.calls / 5);
    const ask = iconAsker(vitrine);
    await times(ask, warmUp);
    const alone = await times(ask, calls);
    const attack = attackOn(vitrine);
    await times(ask, warmUp);
    const beside = await times(ask, calls);
    attack.end();
    const [ours, theirs] = [quantile(beside, 0.99), quantile(alone, 0.99)];
    const work = 'An icon of 24 px while another organization draws the worst nodes, latency at p99';
    const row = { work, reference: 'the same with nobody else', unit: 'ms', limit: { atMost: 3 } };
    return { rows: [{ ...row, ours, theirs, ratio: ours / theirs }], facts: [] };
  } finally {
    await vitrine.stop();
  }
}

/** Asks for one icon after the other, at a scale at which none was drawn before. */
function iconAsker({ client }: Vitrine): () => Promise<number> {
  let next = 0;
  return async () => {
    const { id } = icons[next % icons.length]!;
    const scale = 1 + Math.floor(next / icons.length) / 100;
    next += 1;
    const answered = await askWell(client, imagesPath('icons', { ids: [id], format: 'png', scale }));
    addressesIn(answered);
    return answered.milliseconds;
  };
}

async function times(ask: () => Promise<number>, count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push(await ask());
  return found;
}

/** Some connections that have all of them drawn again and again, at scales at which none was drawn before. */
function attackOn({ url, ca, headers }: Vitrine): { end(): void } {
  let isOver = false;
  let next = 0;
  const clients = Array.from({ length: connections }, () => openClient(url, ca, headers));
  const attack = async (client: (typeof clients)[number]): Promise<void> => {
    while (!isOver) {
      next += 1;
      const path = imagesPath('worst', { ids: worstIds, format: 'png', scale: 1 + next / 1000 });
      await client.ask(path).catch(() => undefined);
    }
  };
  for (const client of clients) attack(client);
  return {
    end: () => {
      isOver = true;
      for (const client of clients) client.close();
    },
  };
}
