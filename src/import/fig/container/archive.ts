import { crc32 } from 'node:zlib';
import { DocumentRefused } from '../../../document/document-refused.ts';
import { InflateBudget } from './inflate.ts';

/** One file inside of an archive, as its directory tells. */
interface Member {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly sizeBytes: number;
  /** The stored bytes: a view, never a copy. */
  readonly stored: Uint8Array;
}

/** Reads members by name; names are only compared and never used as paths. */
export interface Archive {
  readonly names: readonly string[];
  /** Undefined where there is no such member. @throws DocumentRefused */
  readonly read: (name: string) => Uint8Array | undefined;
}

const mostMembers = 20_000;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;

const refuse = (why: string): never => {
  throw new DocumentRefused(`The archive cannot be read: ${why}.`);
};

/**
 * Opens a ZIP archive by its central directory: the editor writes sizes behind the members, so that their own
 * headers tell nothing.
 *
 * @throws DocumentRefused
 */
export function openArchive(bytes: Uint8Array): Archive {
  const members = readDirectory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const budget = new InflateBudget(bytes.length);
  return {
    names: [...members.keys()],
    read: (name) => {
      const member = members.get(name);
      return member && contentOf(member, budget);
    },
  };
}

function contentOf({ name, method, crc, sizeBytes, stored }: Member, budget: InflateBudget): Uint8Array {
  if (method !== 0 && method !== 8) refuse(`${quoted(name)} is packed in the way ${method}`);
  const content = method === 0 ? stored : budget.inflate(stored, sizeBytes, quoted(name));
  if (content.length !== sizeBytes) refuse(`${quoted(name)} is not of the size that the directory tells`);
  if (crc32(content) !== crc) refuse(`${quoted(name)} is damaged, its checksum differs`);
  return content;
}

function readDirectory(bytes: Buffer): Map<string, Member> {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const start = bytes.readUInt32LE(end + 16);
  if (count > mostMembers) refuse(`it has ${count} members; ${mostMembers} may be`);
  const members = new Map<string, Member>();
  const ranges: [number, number][] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + entryBytes > end || bytes.readUInt32LE(at) !== 0x02014b50) refuse('its directory ends early');
    const nameEnd = at + entryBytes + bytes.readUInt16LE(at + 28);
    const { member, range } = readEntry(bytes, at, nameEnd, start);
    if (members.has(member.name)) refuse(`it holds ${quoted(member.name)} twice`);
    members.set(member.name, member);
    ranges.push(range);
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  refuseOverlaps(ranges);
  return members;
}

function readEntry(bytes: Buffer, at: number, nameEnd: number, limit: number) {
  if (nameEnd > bytes.length) refuse('its directory ends early');
  const name = bytes.toString('utf8', at + entryBytes, nameEnd);
  if (/^\/|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(name))
    refuse(`${quoted(name)} names a place outside of it`);
  if ((bytes.readUInt16LE(at + 8) & 1) !== 0) refuse(`${quoted(name)} is encrypted`);
  const [packed, sizeBytes] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
  const header = bytes.readUInt32LE(at + 42);
  if ([packed, sizeBytes, header].includes(0xffffffff)) refuse('it is of the kind for more than 4 GiB');
  if (header + localBytes > limit || bytes.readUInt32LE(header) !== 0x04034b50)
    refuse(`${quoted(name)} lies outside of it`);
  const from = header + localBytes + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  if (from + packed > limit) refuse(`${quoted(name)} lies outside of it`);
  const stored = bytes.subarray(from, from + packed);
  const method = bytes.readUInt16LE(at + 10);
  const member: Member = { name, method, crc: bytes.readUInt32LE(at + 16), sizeBytes, stored };
  return { member, range: [header, from + packed] as [number, number] };
}

/** The end record is sought from behind, since a remark of up to 64 KiB may follow it. */
function endOfDirectory(bytes: Buffer): number {
  const last = bytes.length - endBytes;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (bytes.readUInt32LE(at) !== 0x06054b50) continue;
    if (at + endBytes + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  return refuse('it ends in the middle');
}

function refuseOverlaps(ranges: [number, number][]): void {
  ranges.sort(([left], [right]) => left - right);
  for (const [index, [start]] of ranges.entries()) {
    if (index > 0 && start < ranges[index - 1]![1]) refuse('its members overlap');
  }
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 100));
