import { join } from 'node:path';
import { BadSetting, type Config, settingRows } from '../config.ts';
import { readIfThere, writeWhole } from '../database/private-file.ts';
import { readSmallFile } from '../database/small-file.ts';
import { whyUnreadable } from '../errors.ts';
import { type InstallationSecret, leastSecretBytes, secretOf } from './installation-secret.ts';

/** The file in the data folder that holds the secret where no setting does. */
export const secretFile = 'secret';

/** The file of the secret cannot be used; the sentence says which. */
export class BadSecretFile extends Error {
  override readonly name = 'BadSecretFile';
}

/**
 * The secret of the settings, else that of the data folder, made by the first start. Has to be opened before the
 * certificates: a folder from before secrets goes on with the key of the authority that it has.
 *
 * @throws BadSetting, BadSecretFile
 */
export async function openInstallationSecret(
  config: Config,
  makeSecret: () => string,
): Promise<InstallationSecret> {
  const path = join(config.dataFolder, secretFile);
  const given = await givenSecret(config, 'secret', 'secretFile');
  const old = await givenSecret(config, 'oldSecret', 'oldSecretFile');
  if (old !== undefined && old === given)
    throw bad(
      config.oldSecret === '' ? 'oldSecretFile' : 'oldSecret',
      'it is the present secret; give the one before it, or leave it out.',
    );
  const inherited = async () => (old === undefined ? await authorityKey(config.dataFolder) : undefined);
  const opened =
    given ?? (await ownSecret(path)) ?? (await keep(path, (await inherited()) ?? `${makeSecret()}\n`));
  const withOld = (current: string): [string, ...string[]] => [
    current,
    ...(old === undefined || old === current ? [] : [old]),
  ];
  let texts = withOld(opened);
  return {
    texts: () => texts,
    adopt: async (text) => {
      if (text === texts[0] || given !== undefined) return text === texts[0];
      texts = withOld(await keep(path, text));
      return true;
    },
  };
}

async function givenSecret(
  config: Config,
  name: 'secret' | 'oldSecret',
  fileName: 'secretFile' | 'oldSecretFile',
): Promise<string | undefined> {
  const { [name]: text, [fileName]: file } = config;
  if (text === '' && file === undefined) return undefined;
  if (text !== '' && file !== undefined)
    throw bad(fileName, `${settingRows[name].environmentName} is set as well; leave one of the two out.`);
  if (file === undefined) return secretOf(text) ?? refuse(bad(name, tooShort));
  const read = await readSmallFile(file).catch((error) => {
    throw bad(fileName, whyUnreadable(file, error));
  });
  return secretOf(read) ?? refuse(bad(fileName, `${file}: ${tooShort}`));
}

const tooShort = `a secret has ${leastSecretBytes} bytes at least.`;
const bad = (name: keyof typeof settingRows, reason: string): BadSetting =>
  new BadSetting(settingRows[name].environmentName, reason);
const refuse = (error: Error): never => {
  throw error;
};

async function ownSecret(path: string): Promise<string | undefined> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  return secretOf(text) ?? refuse(new BadSecretFile(`The file ${path} is damaged: ${tooShort}`));
}

/** The key that all was derived from before there was a secret. */
async function authorityKey(dataFolder: string): Promise<string | undefined> {
  return secretOf((await readIfThere(join(dataFolder, 'tls', 'ca-key.pem'))) ?? '');
}

async function keep(path: string, secret: string): Promise<string> {
  await writeWhole(path, secret, 0o600);
  return secret;
}
