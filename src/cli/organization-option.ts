import type { Values } from './arguments.ts';
import { onlyOrganization } from './only-organization.ts';
import type { PlannedRequest } from './subcommands.ts';
import type { OptionTable } from './usage.ts';

export const organizationOption = {
  organization: {
    type: 'string',
    value: 'ID',
    sentence: 'The organization; not needed where you see only one.',
  },
} as const satisfies OptionTable;

/** Below the organization that is named, or else the only one there is. */
export function organizationPath(
  given: Values<typeof organizationOption>,
  below: string,
): PlannedRequest['path'] {
  return async (server) => {
    const id = given.organization ?? (await onlyOrganization(server));
    return `/workspace/v1/organizations/${encodeURIComponent(id)}${below}`;
  };
}
