import type { Answer } from '../../contract/calls.ts';
import type { CommandIo } from '../command.ts';
import { counted, printable } from '../printed-text.ts';
import { type ServerClient, ServerRefused } from '../server-client.ts';
import { missingFonts } from './missing-fonts.ts';

type Brought = Answer<'POST /workspace/v1/fonts/catalogue'>;

interface Wanted {
  /** Undefined: whatever is missing. */
  readonly names: readonly string[] | undefined;
  readonly place: string | undefined;
  readonly json: boolean | undefined;
}

/** Adds families of the catalogue one after the other, with a line for each. */
export async function addFamilies(
  server: ServerClient,
  { names, place: organization, json }: Wanted,
  io: CommandIo,
): Promise<0 | 1> {
  const families = names ?? (await missingFonts(server, { organization })).map(({ family }) => family);
  if (families.length === 0 && json !== true) io.stdout.write('No font is missing.\n');
  const all: { added: Brought['added']; failed: Brought['failed'] } = { added: [], failed: [] };
  for (const [index, family] of families.entries()) {
    if (io.isTerminal) io.stderr.write(`${index + 1} of ${families.length}: ${printable(family)} …\n`);
    const brought = await bring(server, family, organization);
    for (const one of brought.added) all.added.push(one);
    for (const one of brought.failed) all.failed.push(one);
    if (json !== true) io.stdout.write(brought.added.map(addedLine).join(''));
    io.stderr.write(brought.failed.map(failedLine).join(''));
  }
  if (json === true) io.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
  return all.failed.length === 0 ? 0 : 1;
}

/** A design may name a font as no family can be called; the others come all the same. */
async function bring(
  server: ServerClient,
  family: string,
  organization: string | undefined,
): Promise<Pick<Brought, 'added' | 'failed'>> {
  const wanted = { query: { organization }, body: { families: [family] } };
  try {
    return await server.ask('POST /workspace/v1/fonts/catalogue', wanted);
  } catch (error) {
    if (!(error instanceof ServerRefused) || error.status !== 400) throw error;
    return { added: [], failed: [{ family, reason: error.message }] };
  }
}

const addedLine = ({ family, fonts }: Brought['added'][number]): string => {
  const styles = new Set(fonts.flatMap(({ faces }) => faces.map(({ style }) => style)));
  return `${printable(family)}: ${counted(fonts.length, 'font')} in ${counted(styles.size, 'style')}.\n`;
};

const failedLine = ({ family, reason }: Brought['failed'][number]): string =>
  `${printable(family)}: ${printable(reason)}\n`;
