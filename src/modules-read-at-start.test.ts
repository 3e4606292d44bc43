import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints what a program reads before the server starts. */
const script = `
  import { registerHooks } from 'node:module';
  const read = [];
  registerHooks({ load: (url, context, next) => { read.push(url); return next(url, context); } });
  await import(${JSON.stringify(new URL('main.ts', import.meta.url).href)});
  console.log(JSON.stringify(read));
  process.exit();
`;

it('A start reads nothing that comes with the first picture, mail, file of limits, certificate or agent', async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  const packages = (JSON.parse(stdout) as string[]).map(
    (url) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1],
  );
  const late = [
    '@napi-rs/canvas',
    'sharp',
    'file-type',
    'nodemailer',
    'yaml',
    '@peculiar/x509',
    '@modelcontextprotocol/server',
    'zod',
  ];
  expect(packages).toContain('fastify');
  expect(late.filter((name) => packages.includes(name))).toEqual([]);
});
