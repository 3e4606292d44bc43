import type { Operations } from '../contract/contract.ts';
import { someChange } from './arguments.ts';
import { organizationOption, organizationPath } from './organization-option.ts';
import { commandOf, oneCall } from './subcommands.ts';
import { printable } from './wording.ts';

type Organization = Operations['getOrganization']['answer'];

const text = ({ id, name, plan }: Organization): string =>
  `${printable(name)} (${id}) is on the ${plan} plan.\n`;

const show = oneCall({
  line: 'organization show [options]',
  sentence: 'Tells what an organization is called, and its plan.',
  options: organizationOption,
  request: ({ values }) => ({ method: 'GET', path: organizationPath(values, '') }),
  text,
});

const update = oneCall({
  line: 'organization update [options]',
  sentence: 'Changes an organization; what is left out stays as it is.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Another name; for its administrators.' },
    plan: {
      type: 'string',
      value: 'PLAN',
      sentence:
        'starter, professional, organization or enterprise; for the administrator of the installation.',
    },
    ...organizationOption,
  },
  request: ({ values, usage }) => ({
    method: 'PUT',
    path: organizationPath(values, ''),
    json: someChange(usage, { name: values.name, plan: values.plan }),
  }),
  text,
});

export const { help, run } = commandOf({ show, update });
