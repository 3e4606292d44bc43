import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The packaged Chromium, unpacked. */
export interface ChromiumFiles {
  readonly executablePath: string;
  /** All that the browser gets to see of the environment: nothing of the machine's own. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

const unpacker = fileURLToPath(new URL('unpack-chromium.mjs', import.meta.url));

/** Unpacks Chromium once for a run that names a folder for its files, else for this caller alone. */
export async function unpackChromium(): Promise<ChromiumFiles> {
  const shared = process.env.VITRINE_CONFORMANCE_FOLDER;
  const parent = shared ?? (await mkdtemp(join(tmpdir(), 'vitrine-chromium-')));
  const folder = join(parent, 'chromium');
  if (!existsSync(folder)) await unpackInto(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: environmentIn(folder),
    remove: async () => {
      if (shared === undefined) await rm(parent, { recursive: true, force: true });
    },
  };
}

const environmentIn = (folder: string): Record<string, string> => ({
  HOME: join(folder, 'home'),
  FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
});

/** The folder appears whole; of two that unpack at the same moment one is kept. */
async function unpackInto(folder: string): Promise<void> {
  const staging = await mkdtemp(`${folder}-`);
  // The name of a runtime makes the package unpack the libraries that a bare machine lacks.
  const env = { ...process.env, TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  await promisify(execFile)(process.execPath, [unpacker], { env });
  await mkdir(join(staging, 'home'));
  await writeFile(join(staging, 'fonts.conf'), fontSettings(folder));
  try {
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Chromium's fonts are those that it brings and the emoji of ours, on every machine the same; it reads no WOFF. */
function fontSettings(folder: string): string {
  const emoji = '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf';
  const folders = [join(folder, 'fonts'), dirname(createRequire(import.meta.url).resolve(emoji))];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((path) => `  <dir>${escaped(path)}</dir>`).join('\n')}
  <cachedir>${escaped(join(folder, 'home'))}</cachedir>
</fontconfig>
`;
}

const escaped = (path: string): string => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
