import { missingFontsOf } from '../../../src/fonts/font-families.ts';
import { addressOf } from '../../api/address-of.ts';
import { call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';
import { ServerRefusal } from '../../api/refusals.ts';
import { sendBytes } from '../import/send-bytes.ts';

/** Whose fonts: an organization's, or everybody's. */
export type Whose = string | undefined;

const asked = (organization: Whose) => (organization === undefined ? {} : { query: { organization } });

export const fontsQuery = (whose: Whose) => ({
  queryKey: ['fonts', whose ?? ''] as const,
  queryFn: () => callAll('GET /workspace/v1/fonts', asked(whose)),
});

export const missingQuery = (whose: Whose) => ({
  queryKey: ['fonts', 'missing', whose ?? ''] as const,
  queryFn: () =>
    missingFontsOf((cursor) => {
      const query = { ...asked(whose).query, ...(cursor === undefined ? {} : { cursor }) };
      return call('GET /workspace/v1/fonts/missing', { query });
    }),
  staleTime: 60_000,
});

const lookAgain = () => queries.invalidateQueries({ queryKey: ['fonts'] });

export async function addFiles(whose: Whose, files: readonly File[]): Promise<void> {
  for (const file of files)
    await sendBytes(addressOf('POST /workspace/v1/fonts', asked(whose)), file, undefined, 'POST');
  await lookAgain();
}

export async function addFamily(whose: Whose, family: string): Promise<void> {
  const given = { ...asked(whose), body: { families: [family] } };
  const { failed } = await call('POST /workspace/v1/fonts/catalogue', given);
  if (failed[0] !== undefined) throw new ServerRefusal(404, failed[0].reason);
  await lookAgain();
}

/** One after the other; what is deleted when one cannot be is gone from the page, too. */
export async function deleteFonts(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await call('DELETE /workspace/v1/fonts/{font_id}', { path: { font_id: id } });
  } finally {
    await lookAgain();
  }
}
