/** Stands in a tape for what is secret. May stand in addresses, headers and texts alike. */
export const mask = 'masked-by-vitrine';

/** Names of headers and parameters whose values are secret. */
const secretName =
  /token|secret|passw|pwd|passcode|passphrase|credential|(?:api|access|private|signing)[-_]?key|session|cookie|authoriz|assertion|signature|jwt|bearer|(?:^|[-_])(?:auth|otp)(?:[-_]|$)|^sig$|^code$|^code_?verifier$/i;
/** Names of variables of an environment whose values are. */
const secretVariable = /TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_PAT$|_JWT$/i;

export const isSecretName = (name: string): boolean => secretName.test(name);

/** Headers whose values look like secrets and are none. */
const plainHeader =
  /^(?:etag|if-match|if-none-match|if-range|content-md5|.*digest|traceparent|x-b3-.*|cf-ray|via|x-amz-cf-(?:id|pop)|x-amz-id-2|.*(?:request|trace|correlation|span)-?id|content-.*|accept.*|user-agent|host|server|location|referer)$/i;

/** By its name, or where an odd one holds what secrets look like. */
export const isSecretHeader = (name: string, value: string): boolean =>
  isSecretName(name) || (!plainHeader.test(name) && looksSecret.test(value));

/** Properties of JSON whose values are secret whatever they look like. */
const surelySecret =
  /^(access_?token|refresh_?token|id_?token|client_?secret|passw(or)?d|pwd|passcode|passphrase|api[-_]?key|code_verifier|authorization)$/i;
/** What values of other properties with telling names look like when they are: long, and no words. */
const looksSecret = /^(?=.*\d)(?=.*[A-Za-z])[\w+/~-]{20,}={0,2}$/;

/** How names end whose values are. */
const secretEnd =
  'token|secret|passw(?:or)?d|pwd|passcode|passphrase|(?:api|access|private|signing)[-_]?key|credentials?|authorization|assertion|signature|session(?:[-_]?(?:id|key))?|jwt|bearer|otp|code_?verifier';
const namedProperty = new RegExp(
  `"([\\w-]*(?:${secretEnd}|(?<![\\w-])auth))"(\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"`,
  'gi',
);
/** The same of several: `"tokens": ["…", "…"]`. */
const namedList = new RegExp(
  `"([\\w-]*(?:${secretEnd})s?)"(\\s*:\\s*\\[)((?:\\s*"(?:[^"\\\\]|\\\\.)*"\\s*,?)+)`,
  'gi',
);
const textOfJson = /"((?:[^"\\]|\\.)*)"/g;
const namedParameter =
  /((?:^|[?&#]|\\u0026|&amp;)(?:[\w-]*(?:token|secret|passw(?:or)?d|signature|credential|api_?key)|sig|code|code_verifier|assertion)=)([^&"'\s\\<>#]+)/gi;
/** The same within a text that holds JSON. */
const namedPropertyInText = new RegExp(
  `(\\\\+")([\\w-]*(?:${secretEnd}))(\\\\+"\\s*:\\s*\\\\+")([^"\\\\]*)`,
  'gi',
);
/** An attribute of XML, an argument of GraphQL, a part of a header: a value in quotes behind a name without. */
const namedArgument = new RegExp(
  `((?:^|[^\\w"-]))([\\w-]*(?:${secretEnd}))(\\s*[:=]\\s*\\\\*["'])([^"'\\\\\\s<>]+)`,
  'gi',
);
/** Who signs in by an address. */
const nameInAddress = /(\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s/:@"'<>\\]*:)([^\s/@"'<>\\]+)(?=@)/gi;
/** Fields of a form in parts, and elements of XML. */
const namedField =
  /(\bname="[\w-]*(?:token|secret|passw(?:or)?d|passcode|credential|api_?key|assertion|code)"(?:\r?\n[\w-]+:[^\r\n]*)*\r?\n\r?\n)([^\r\n]+)/gi;
const namedElement =
  /(<(?:\w+:)?[\w-]*(?:token|secret|passw(?:or)?d|passcode|passphrase|api_?key|credentials?|authorization)(?:\s[^<>]*)?>)([^<>\s]+)(?=<)/gi;
/** A part of a path behind one that says what it is: `/token/…`, `/invitation/…`. */
const namedSegment =
  /((?:^|https?:\/\/[^\s"'<>\\/]{1,300})(?:\/[^\s"'<>\\?#]{0,2000})?\/(?:[\w-]*(?:token|secret|passw(?:or)?d|passcode|api-?key|credential|session|invit(?:e|ation)|magic-?link|hook)s?)\/)([\w~-]{20,}={0,2})(?=[/?#"'\s\\<>]|$)/gi;
/** Base64 of an object or a list of JSON. */
const packedJson = /(?<![\w+/-])(?:eyJ|eyA|ewo|ewk|W3s|WyJ|Wwo)[\w+/-]{16,}={0,2}(?![\w+/.-])/g;
/** Tokens that show by their form what they are, under whatever name. */
const tokenForms = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\w+/=\s\\]*-----END [A-Z ]*PRIVATE KEY-----/g,
  /\bfig(?:d|o|u|p|dr|or|ur|pr)_[\w-]{16,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?:Bearer|Basic) [\w.~+/-]{16,}=*/g,
];

/** Shorter values are too likely to stand in a text by chance. */
const shortest = 8;
const shortestOfCookies = 16;

/** The secrets of one run: what was ever named one is masked wherever it stands. */
export interface Secrets {
  readonly learn: (value: string) => void;
  /** From a header, by its name: tokens, pairs of a name and a password, cookies. */
  readonly learnHeader: (name: string, value: string) => void;
  /** Masks a text, and remembers what it masks by name. */
  readonly masked: (text: string) => string;
  /** Masks what is known by now and nothing else. */
  readonly maskedByValue: (text: string) => string;
  /** How many are known; grows. */
  readonly known: () => number;
}

/** Begins with those that an environment holds. */
export function secretsOf(env: Readonly<Record<string, string | undefined>> = {}): Secrets {
  const known = new Set<string>();
  /** Each as it may be written: by itself, in an address, in JSON; longest first, as one may hold another. */
  let spellings: string[] = [];
  const learn = (value: string): void => {
    if (value.length < shortest || value.includes(mask) || known.has(value)) return;
    known.add(value);
    spellings = [...new Set([...spellings, ...spellingsOf(value)])].sort((a, b) => b.length - a.length);
  };
  const byValue = (text: string): string =>
    spellings.reduce((done, spelling) => done.replaceAll(spelling, mask), text);
  const masked = (text: string): string => byValue(withinPacked(maskedByName(text, learn), masked));
  const maskedByValue = (text: string): string => byValue(withinPacked(text, maskedByValue));
  for (const [name, value] of Object.entries(env))
    if (secretVariable.test(name) && value !== undefined) learn(value);
  return {
    learn,
    learnHeader: (name, value) => secretPartsOf(name, value).forEach(learn),
    masked,
    maskedByValue,
    known: () => known.size,
  };
}

function maskedByName(text: string, learn: (value: string) => void): string {
  const isSecret = (name: string, value: string) => surelySecret.test(name) || looksSecret.test(value);
  let done = text.replaceAll(namedProperty, (whole, name: string, between: string, value: string) => {
    if (!isSecret(name, value)) return whole;
    learn(value);
    return `"${name}"${between}"${mask}"`;
  });
  done = done.replaceAll(namedList, (_whole, name: string, between: string, list: string) => {
    const masked = list.replaceAll(textOfJson, (text, value: string) => {
      if (!isSecret(name, value)) return text;
      learn(value);
      return `"${mask}"`;
    });
    return `"${name}"${between}${masked}`;
  });
  for (const named of [namedPropertyInText, namedArgument])
    done = done.replaceAll(named, (whole, head: string, name: string, between: string, value: string) => {
      if (!isSecret(name, value)) return whole;
      learn(value);
      return head + name + between + mask;
    });
  done = done.replaceAll(namedParameter, (_whole, head: string, value: string) => {
    learn(value);
    learn(decoded(value));
    return head + mask;
  });
  done = done.replaceAll(namedSegment, (whole, head: string, value: string) => {
    if (!looksSecret.test(value)) return whole;
    learn(value);
    return head + mask;
  });
  for (const named of [namedField, namedElement, nameInAddress])
    done = done.replaceAll(named, (_whole, head: string, value: string) => {
      learn(value);
      return head + mask;
    });
  return tokenForms.reduce((before, form) => before.replaceAll(form, mask), done);
}

/** Masks what texts hold that is packed once more, and packs it again. */
const withinPacked = (text: string, masked: (text: string) => string): string =>
  text.replaceAll(packedJson, (packed) => {
    const bytes = Buffer.from(packed, 'base64');
    const said = bytes.toString('latin1');
    const done = masked(said);
    if (done === said) return packed;
    return Buffer.from(done, 'latin1').toString(/[-_]/.test(packed) ? 'base64url' : 'base64');
  });

const spellingsOf = (value: string): string[] => {
  const all = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
  return [...all, ...all.map((one) => Buffer.from(one, 'utf8').toString('latin1'))];
};

function secretPartsOf(name: string, value: string): string[] {
  if (/cookie/i.test(name)) return cookieValues(value).filter((part) => part.length >= shortestOfCookies);
  if (!isSecretHeader(name, value)) return [];
  const [, scheme, rest = ''] = /^(\w+) +(\S+)$/.exec(value) ?? [];
  if (scheme === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [rest];
  const pair = Buffer.from(rest, 'base64').toString('utf8');
  const password = pair.slice(pair.indexOf(':') + 1);
  return [rest, password, decoded(password)];
}

const cookieValues = (text: string): string[] =>
  text.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
