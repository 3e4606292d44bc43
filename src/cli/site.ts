import type { WorkspaceSite } from '../contract/contract.ts';
import { someChange, wrongUsage } from './arguments.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import type { SentBody } from './server-call.ts';
import { commandOf, oneCall } from './subcommands.ts';

const siteOptions = {
  name: { type: 'string', value: 'NAME', sentence: 'What it is called.' },
  path: {
    type: 'string',
    value: 'PATH',
    sentence:
      'Path of its page, as `/site/landing`; only the administrator of the installation may choose it.',
  },
} as const;

const told = ({ id, name, url, public: isPublic }: WorkspaceSite): string =>
  `Site "${printable(name)}" (${printable(id)}) is ${isPublic ? 'open to anyone' : 'closed'}: ${printable(url)}\n`;

const publish = oneCall({
  line: 'site publish KEY --name NAME [options]',
  sentence: 'Publishes a file as a site, which shows the whole file to anyone.',
  positionals: ['KEY'],
  options: {
    ...siteOptions,
    closed: { type: 'boolean', sentence: 'Makes it without opening it yet.' },
  },
  request: ({ values, required, positionals: [file] }) =>
    planned('POST /workspace/v1/sites', {
      body: { file, name: required('name'), url_path: values.path, public: values.closed !== true },
    }),
  text: told,
});

const list = oneCall({
  line: 'site list [options]',
  sentence: 'Lists the sites of files that you can see.',
  options: { file: { type: 'string', value: 'KEY', sentence: 'Only those of this file.' } },
  request: ({ values: { file } }) => plannedList('GET /workspace/v1/sites', { query: { file } }),
  text: ({ sites }) => {
    const rows = sites.map((site) => [
      printable(site.id),
      printable(site.name),
      site.file,
      site.public ? 'yes' : 'no',
      printable(site.url),
    ]);
    return tableText(['ID', 'NAME', 'FILE', 'OPEN', 'ADDRESS'], rows);
  },
  json: ({ sites }) => sites,
});

type Changes = SentBody<'PATCH /workspace/v1/sites/{site_id}'>;

const update = oneCall({
  line: 'site update ID [options]',
  sentence: 'Renames or moves a site, opens or closes it, or lets it show another file.',
  positionals: ['ID'],
  options: {
    ...siteOptions,
    file: { type: 'string', value: 'KEY', sentence: 'The file that it shows from now on.' },
    open: { type: 'boolean', sentence: 'Opens it to anyone.' },
    close: { type: 'boolean', sentence: 'Closes it.' },
  },
  request: ({ values, positionals: [site_id], usage }) => {
    if (values.open === true && values.close === true)
      throw wrongUsage('--open or --close, not both.', usage);
    const isPublic = values.open === true ? true : values.close === true ? false : undefined;
    const body: Changes = someChange(usage, {
      name: values.name,
      url_path: values.path,
      file: values.file,
      public: isPublic,
    });
    return planned('PATCH /workspace/v1/sites/{site_id}', { path: { site_id }, body });
  },
  text: told,
});

const remove = oneCall({
  line: 'site delete ID [options]',
  sentence: 'Takes a site away; the file stays as it is.',
  positionals: ['ID'],
  request: ({ positionals: [site_id] }) =>
    planned('DELETE /workspace/v1/sites/{site_id}', { path: { site_id } }),
  text: (_answer, { positionals: [id] }) => `The site ${printable(id)} is taken away.\n`,
});

export const { help, run } = commandOf({ publish, list, update, delete: remove });
