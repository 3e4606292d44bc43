import type { Values } from './arguments.ts';
import { onlyOrganization } from './only-organization.ts';
import type { Planned } from './planned-call.ts';
import type { OptionTable } from './usage.ts';

export const organizationOption = {
  organization: {
    type: 'string',
    value: 'ID',
    sentence: 'The organization; not needed where you see only one.',
  },
} as const satisfies OptionTable;

/** Plans a call in the organization that is named, or else in the only one there is. */
export const inOrganization =
  <Answer>(
    given: Values<typeof organizationOption>,
    plan: (organization: { readonly organization_id: string }) => Planned<Answer>,
  ): Planned<Answer> =>
  async (server) => {
    const organization_id = given.organization ?? (await onlyOrganization(server));
    return plan({ organization_id })(server);
  };
