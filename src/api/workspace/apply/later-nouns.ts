import type { WorkspaceFile } from '../../../contract/contract.ts';

/** Members that the workspace file has and this version of the server does not keep yet. */
const laterNouns = ['ai_usage'] as const satisfies (keyof WorkspaceFile)[];

/** One sentence for each kind of thing that the file holds and that is not kept. */
export function notKept(workspace: WorkspaceFile): string[] {
  const ofWorkspace = laterNouns.filter((noun) => workspace[noun] !== undefined);
  const branches = workspace.files?.flatMap((file) => file.branches ?? []) ?? [];
  return [
    ...ofWorkspace.map((noun) => `"${noun}" was left out: this version does not keep it yet.`),
    ...(branches.some((branch) => branch.link_access !== undefined) ? [branchAccessSentence] : []),
  ];
}

const branchAccessSentence = '"link_access" of branches was left out: a branch is as open as its main file.';
