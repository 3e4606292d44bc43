import { organizationIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileFont } from '../contract/contract.ts';
import { findNamedFamily } from '../fonts/fonts-store.ts';
import { nameFamily } from '../fonts/name-family.ts';
import { type Applying, bring } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** A family is there by its name in its organization. */
export async function applyFont(
  applying: Applying,
  { family, organization, shared = true }: WorkspaceFileFont,
): Promise<void> {
  const { transaction } = applying.change;
  const organizationId = organizationIdOf(organization);
  const title = `The font "${family}"`;
  await requireRow(transaction, 'organizations', organizationId, title);
  const wanted = { organizationId, family, shared: shared ? 1 : 0 } as const;
  const name = () => nameFamily(applying.change, wanted);
  await bring(
    applying,
    { kind: 'font', id: `${organizationId}/${family}`, title },
    {
      present: await findNamedFamily(transaction, wanted),
      wanted: { shared: wanted.shared },
      create: name,
      change: name,
    },
  );
}
