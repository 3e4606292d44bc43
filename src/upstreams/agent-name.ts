import { readFileSync } from 'node:fs';

const description = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** How this program names itself to upstreams. */
export const agentName = `Vitrine/${(JSON.parse(description) as { version: string }).version}`;
