import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { gatherBytes } from '../../content/gather-bytes.ts';
import { bodyContract } from '../../contract/contract.ts';
import { badRequest } from '../../errors.ts';
import { fontsPlace } from '../../fonts/fonts-place.ts';
import { keepFont } from '../../fonts/fonts-store.ts';
import { recordFont } from '../../fonts/record-font.ts';
import { readFont } from '../../images/read-font.ts';
import type { Handler } from '../../operation.ts';
import type { Party } from '../../processes/turns.ts';
import type { CheckedFont } from '../../render/text/check-font.ts';
import { FontError } from '../../render/text/font-bytes.ts';
import { addedRecord } from './font-record.ts';

const { mostBytes } = bodyContract('addFont');

/** Adds a font for everybody or for an organization, which shares it then; the same one twice is one. */
export const addFont: Handler<'addFont'> = async ({ caller, query, body }, context) => {
  const { database, blobs, ids, clock } = context;
  const place = await fontsPlace(database, caller, query.organization);
  if (place !== null) await refuseBeyond(database, 'fontsOfOrganization', place);
  const party = { organization: query.organization ?? '', caller: caller.user.id };
  const { sfnt, faces } = await readSound(await gatherBytes(body, mostBytes), party);
  const blob = await blobs.put(sfnt);
  const id = ids.digits();
  const row = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const organization = await fontsPlace(transaction, caller, query.organization);
    const kept = await keepFont(transaction, {
      id,
      organization_id: organization,
      family: faces[0]!.family,
      faces: JSON.stringify(faces),
      blob: blob.id,
      size_bytes: blob.sizeBytes,
      shared: organization === null ? 0 : 1,
      created_at: clock.now(),
    });
    if (kept.id === id) await recordFont(change, 'org_font_add', kept);
    return kept;
  });
  return { json: addedRecord(row) };
};

async function readSound(bytes: Uint8Array, party: Party): Promise<CheckedFont> {
  try {
    return await readFont(bytes, party);
  } catch (error) {
    if (error instanceof FontError) throw badRequest(error.message);
    throw error;
  }
}
