import { uncounted } from '../access/caps.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import type { WorkspaceFile } from '../contract/contract.ts';
import { findVisibleFile } from '../files/visible-file-store.ts';
import { isPublished } from '../libraries/libraries-store.ts';
import { publishLibrary } from '../libraries/publish-library.ts';
import { useLibrary } from '../libraries/use-library.ts';
import type { OwnedFile } from './apply-history.ts';
import { type Applying, brought, ofEntry } from './applying.ts';
import { requireFile } from './named-things-store.ts';

/** Publishes a file once; later publishes are made by hand. */
export async function applyPublished({ change, report }: Applying, { key, owner }: OwnedFile): Promise<void> {
  if (await isPublished(change.transaction, key)) {
    report.unchanged += 1;
    return;
  }
  const wanted = { fileKey: key, publisherId: owner };
  await ofEntry(`The library ${key}`, () => publishLibrary(change, wanted));
  report.created.push({ kind: 'library', id: key });
}

/** Lets a file use a library; of one of another organization it gets nothing, which is said. */
export async function applySubscription(
  { change, report }: Applying,
  entry: NonNullable<WorkspaceFile['subscriptions']>[number],
): Promise<void> {
  const [file, library] = [fileKeyOf(entry.file), fileKeyOf(entry.library)];
  const { transaction, by } = change;
  for (const key of [file, library]) await requireFile(transaction, key, 'A subscription');
  const wanted = { fileKey: file, libraryKey: library, mayBeElsewhere: true };
  const isNew = await ofEntry(`A subscription of the file ${file}`, () =>
    useLibrary(change, wanted, uncounted('librariesOfFile', brought)),
  );
  const [user, used] = [
    await findVisibleFile(transaction, by, file),
    await findVisibleFile(transaction, by, library),
  ];
  if (user.organizationId !== used.organizationId)
    report.warnings.push(`${file} has nothing of the library ${library}, which is of another organization.`);
  if (isNew) report.created.push({ kind: 'subscription', id: `${file}/${library}` });
  else report.unchanged += 1;
}
