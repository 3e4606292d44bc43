import type { Answer } from '../contract/calls.ts';
import { someChange } from './arguments.ts';
import { visibleOrganizations } from './only-organization.ts';
import { inOrganization, organizationOption } from './organization-option.ts';
import { planned } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import type { SentBody } from './server-call.ts';
import { commandOf, oneCall } from './subcommands.ts';

type Organization = Answer<'GET /workspace/v1/organizations/{organization_id}'>;

const text = ({ id, name, plan }: Organization): string =>
  `${printable(name)} (${id}) is on the ${plan} plan.\n`;

const show = oneCall({
  line: 'organization show [options]',
  sentence: 'Tells what an organization is called, and its plan.',
  options: organizationOption,
  request: ({ values }) =>
    inOrganization(values, (path) => planned('GET /workspace/v1/organizations/{organization_id}', { path })),
  text,
});

const list = oneCall({
  line: 'organization list [options]',
  sentence: 'Lists the organizations you can see; all there are, for the administrator of the installation.',
  request: () => visibleOrganizations,
  text: (all) =>
    tableText(
      ['ID', 'NAME', 'PLAN'],
      all.map((one) => [one.id, one.name, one.plan]),
    ),
});

const create = oneCall({
  line: 'organization create --name NAME [options]',
  sentence: 'Makes an organization, for the administrator of the installation.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Its name.' },
    plan: {
      type: 'string',
      value: 'PLAN',
      sentence: 'starter, professional, organization or enterprise; the one of the settings if left out.',
    },
  },
  request: ({ values, required }) =>
    planned('POST /workspace/v1/organizations', {
      body: { name: required('name'), plan: values.plan as Organization['plan'] | undefined },
    }),
  text,
});

type Changes = SentBody<'PUT /workspace/v1/organizations/{organization_id}'>;

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
  request: ({ values, usage }) => {
    const body: Changes = someChange(usage, { name: values.name, plan: values.plan });
    return inOrganization(values, (path) =>
      planned('PUT /workspace/v1/organizations/{organization_id}', { path, body }),
    );
  },
  text,
});

export const { help, run } = commandOf({ list, show, create, update });
