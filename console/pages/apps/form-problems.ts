import type { Draft } from './configuration.ts';

/** What is wrong in the form, by field; a redirect address is `address-` and its id. */
export type Problems = Readonly<Record<string, string>>;

/** What cannot be saved, not even in a draft. */
export function formProblems(draft: Draft): Problems {
  const addresses = draft.addresses.map(({ id, url }) => [`address-${id}`, addressProblem(url.trim())]);
  const found: readonly (readonly [string, string | undefined])[] = [
    ['name', draft.name.trim() === '' ? 'A name is missing.' : undefined],
    ['website', websiteProblem(draft.website)],
    ...(addresses as [string, string | undefined][]),
    ['support', supportProblem(draft.support)],
    ['video', websiteProblem(draft.video)],
  ];
  return known(found);
}

/** What is missing before it can be published. @see OAUTH-09, OAUTH-11, OAUTH-13, OAUTH-14 */
export function missing(draft: Draft): Problems {
  const isPublic = draft.visibility === 'public';
  const [first] = draft.addresses;
  const hasAddress = draft.addresses.some(({ url }) => url.trim() !== '');
  const wants = (isWanted: boolean, sentence: string) => (isWanted ? sentence : undefined);
  return known([
    ['description', wants(isPublic && draft.description.trim() === '', 'Say what the app does.')],
    ['logo', wants(isPublic && draft.logo === null, 'A public app needs a logo.')],
    [`address-${first?.id}`, wants(!hasAddress, 'Add the address that people come back to.')],
    ['scopes', wants(draft.scopes.length === 0, 'Choose at least one scope.')],
    ['steps', wants(isPublic && draft.steps.trim() === '', 'Say how the reviewer can try the app.')],
  ]);
}

/** Which field a refusal of the server is about. */
export function refusedField(sentence: string, draft: Draft): string | undefined {
  const address = draft.addresses.find(({ url }) =>
    sentence.includes(JSON.stringify(url.trim().slice(0, 200))),
  );
  if (address !== undefined) return `address-${address.id}`;
  const fields = { website: /website/, support: /support contact/, logo: /logo/, video: /video_url/ };
  return Object.entries(fields).find(([, words]) => words.test(sentence))?.[0];
}

const known = (found: readonly (readonly [string, string | undefined])[]): Problems =>
  Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));

/** The commonest slips, said while the person is still at it; the server has the last word. */
function addressProblem(address: string): string | undefined {
  if (address === '') return undefined;
  const url = URL.parse(address);
  if (url === null) return 'This is not a complete address: one begins with https:// and has a host.';
  if (address.includes('#')) return 'An address that people come back to cannot have a part after “#”.';
  if (url.username !== '' || url.password !== '') return 'Take the name of the user out of the address.';
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isOwnMachine)
    return 'Use https://. Only addresses of your own machine may begin with http://.';
  return undefined;
}

/** An address that people may follow; nothing is well as it is. */
export function websiteProblem(text: string): string | undefined {
  const address = text.trim();
  if (address === '') return undefined;
  const url = URL.parse(address);
  return url?.protocol === 'https:' ? undefined : 'This is not a complete address that begins with https://.';
}

function supportProblem(text: string): string | undefined {
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(text.trim());
  if (isAddress || websiteProblem(text) === undefined) return undefined;
  return 'Give an e-mail address, or an address that begins with https://.';
}
