import { extname, resolve } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import type { WorkspaceFile } from '../contract/contract.ts';
import { readBoundedFile } from '../database/small-file.ts';
import { CommandFailed } from './command.ts';
import { inlineSources } from './workspace/inline-sources.ts';
import { workspaceProblems } from './workspace/problems.ts';
import { positionOf, type WorkspacePlaces } from './workspace/yaml-positions.ts';

const shownProblems = 20;

/**
 * Reads a workspace file in YAML or JSON, checks it, and puts the bytes of everything it names by a path into it.
 *
 * @param title what the sentences call the file
 * @throws CommandFailed naming file, line and field for everything that is wrong
 */
export async function readWorkspaceFile(path: string, title = path): Promise<WorkspaceFile> {
  const text = await readText(path, title);
  const { value, places } = parse(title, text);
  const problems = workspaceProblems(value).map(
    ({ path: field, sentence }) => `${positionOf(places(), field)} ${sentence}`,
  );
  if (problems.length > 0) throw new CommandFailed(listed(problems));
  return inlineSources(value as WorkspaceFile, path, places);
}

function listed(problems: readonly string[]): string {
  const left = problems.length - shownProblems;
  return [...problems.slice(0, shownProblems), ...(left > 0 ? [`…and ${left} more`] : [])].join('\n');
}

/** With all designs that are written into it. */
const mostBytes = 512 * 1024 * 1024;

async function readText(path: string, title: string): Promise<string> {
  const bytes = await readBoundedFile(path, mostBytes).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new CommandFailed(`There is no workspace file ${title}.`);
    throw new CommandFailed(
      `The workspace file ${title} cannot be read${error.code === undefined ? `: ${error.message}` : ` (${error.code})`}.`,
    );
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed(`The workspace file ${title} is not text in UTF-8.`);
  }
}

interface Parsed {
  readonly value: unknown;
  /** Where each field stands; made when it is asked for, since most files are right. */
  readonly places: () => WorkspacePlaces;
}

/** A large JSON file, with designs inside, is read by the quicker of the two. */
function parse(title: string, text: string): Parsed {
  if (extname(title).toLowerCase() === '.json') {
    try {
      return { value: JSON.parse(text), places: () => parseYaml(title, text).places() };
    } catch {
      // The other one says where the error is.
    }
  }
  return parseYaml(title, text);
}

function parseYaml(title: string, text: string): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: false });
  const places = () => ({ file: title, document, lines });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new CommandFailed(`${title}:${line}:${col}: ${error.message}.`.replace(/\.\.$/, '.'));
  }
  try {
    // An empty file is an empty workspace.
    return { value: document.toJS() ?? {}, places };
  } catch (error) {
    throw new CommandFailed(`${title}: ${(error as Error).message}.`.replace(/\.\.$/, '.'));
  }
}

/** As `readWorkspaceFile`, for a path as it was written in an argument. */
export const readWorkspaceArgument = (path: string, cwd: string): Promise<WorkspaceFile> =>
  readWorkspaceFile(resolve(cwd, path), path);
