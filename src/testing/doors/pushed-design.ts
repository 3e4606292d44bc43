import { administratorCaller } from '../../access/administrator-caller.ts';
import { findAdministrator, findCallerUser } from '../../access/caller-store.ts';
import { inChange } from '../../change.ts';
import { storeImage } from '../../content/image-bytes.ts';
import type { Context } from '../../context.ts';
import type { FileKey, UserId } from '../../contract/branded-ids.ts';
import { prepareContent, pushContent } from '../../dev-mode/push-content.ts';
import type { Companions } from '../../document/document-source.ts';
import { files, smallDesign } from '../cast.ts';
import type { Try } from './door.ts';
import { refusalOfWork } from './ways-to-join.ts';

/** As it is where the importer of some format finds all this within a design. */
export const importing = (context: Context, { images = [], ...companions }: Companions): Context => ({
  ...context,
  compileContent: async (...call) => {
    const compiled = await context.compileContent(...call);
    const stored: Awaited<ReturnType<typeof storeImage>>[] = [];
    for (const { imageRef, bytes } of images) stored.push(await storeImage(context.blobs, imageRef, bytes));
    return { ...compiled, companions, images: stored };
  },
});

interface Pushed {
  readonly key?: FileKey;
  readonly source?: object;
  /** The administrator of the installation, where it is left out. */
  readonly by?: UserId;
}

/** A design that somebody pushes, and all that its importer finds within it. */
export const pushing =
  (within: Companions, { key = files.open, source = smallDesign('Pushed'), by }: Pushed = {}): Try =>
  async ({ context: usual }) => {
    const context = importing(usual, within);
    const user = by === undefined ? undefined : await findCallerUser(context.database, by);
    const caller = administratorCaller(user ?? (await findAdministrator(context.database)));
    const bytes = Buffer.from(JSON.stringify(source));
    return refusalOfWork(async () => {
      const prepared = await prepareContent(context, caller, key, { bytes });
      return inChange(context, caller, (change) => pushContent(change, key, prepared));
    });
  };

/** The answer of getLocalVariables that is within a design. */
export const variablesWithin = (answer: object): Companions => ({
  variables: Buffer.from(JSON.stringify(answer)),
});
