/** What a JSON document says of itself, found without parsing it. */
export interface ScannedDocument {
  /** The name at its top level. */
  readonly name: string | undefined;
  /** Every `imageRef` and `gifRef` in it. */
  readonly imageRefs: ReadonlySet<string>;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const isOpener = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isCloser = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
/** Longer strings are no names and no references. */
const longestKept = 1024;

/**
 * Reads through the bytes of a document of any size once, holding one chunk at a time. Bytes that are not JSON
 * give nothing or nonsense, never an error: the server says what is wrong with them.
 */
export async function scanDocument(chunks: AsyncIterable<Uint8Array>): Promise<ScannedDocument> {
  const scanner = new Scanner();
  for await (const chunk of chunks) {
    if (!scanner.take(chunk)) break;
  }
  return { name: scanner.name, imageRefs: scanner.imageRefs };
}

class Scanner {
  name: string | undefined;
  readonly imageRefs = new Set<string>();
  #depth = 0;
  #begun = false;
  #inString = false;
  #isEscaped = false;
  #isAfterColon = false;
  #key = '';
  #last = '';
  /** The part of the present string that stood in earlier chunks. */
  #pending = '';
  #isTooLong = false;

  /** False where the rest is of no interest: this is no JSON object. */
  take(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = this.#begun ? 0 : beginningOf(bytes);
    if (!this.#begun && bytes.length > start) {
      if (bytes[start] !== 0x7b) return false;
      this.#begun = true;
    }
    while (start < bytes.length) {
      start = this.#inString ? this.#passString(bytes, start) : this.#passBetween(bytes, start);
    }
    return true;
  }

  #passBetween(bytes: Buffer, from: number): number {
    for (let index = from; index < bytes.length; index += 1) {
      const byte = bytes[index] as number;
      if (byte === quote) {
        this.#inString = true;
        return index + 1;
      }
      if (byte === colon) {
        this.#key = this.#last;
        this.#isAfterColon = true;
      } else if (!isSpace(byte)) {
        this.#isAfterColon = false;
        if (isOpener(byte)) this.#depth += 1;
        else if (isCloser(byte)) this.#depth -= 1;
      }
    }
    return bytes.length;
  }

  /** Goes to the end of a string, which an escaped quotation mark is not. */
  #passString(bytes: Buffer, from: number): number {
    let index = from;
    for (; index < bytes.length; index += 1) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (bytes[index] === backslash) this.#isEscaped = true;
      else if (bytes[index] === quote) break;
    }
    this.#isTooLong ||= index - from + this.#pending.length > longestKept;
    // One byte is one letter here, so that a letter cut between two chunks comes together again.
    this.#pending = this.#isTooLong ? '' : this.#pending + bytes.toString('latin1', from, index);
    if (index === bytes.length) return index;
    this.#endString(this.#pending);
    return index + 1;
  }

  #endString(latin1: string): void {
    if (this.#isAfterColon && latin1 !== '') this.#takeValue(latin1);
    this.#last = latin1;
    this.#pending = '';
    this.#isTooLong = false;
    this.#inString = false;
    this.#isAfterColon = false;
  }

  #takeValue(latin1: string): void {
    if (this.#key === 'name' && this.#depth === 1) this.name ??= jsonString(latin1);
    if (this.#key !== 'imageRef' && this.#key !== 'gifRef') return;
    const reference = jsonString(latin1);
    if (reference !== undefined) this.imageRefs.add(reference);
  }
}

/** Past a byte order mark and white space. */
function beginningOf(bytes: Buffer): number {
  let index = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (isSpace(bytes[index] ?? 0)) index += 1;
  return index;
}

function jsonString(latin1: string): string | undefined {
  try {
    return JSON.parse(`"${Buffer.from(latin1, 'latin1').toString('utf8')}"`) as string;
  } catch {
    return undefined;
  }
}
