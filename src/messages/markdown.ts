import type { Mention } from './mentions.ts';

/**
 * A message as markdown. What its author wrote of markdown stays (bold, lists, code, links to web and mail);
 * mentions are bold. Nothing in it becomes HTML, a picture from elsewhere or a link that runs something,
 * whoever renders it.
 *
 * @see CMT-02
 */
export function markdownOf(message: string, mentions: readonly Mention[]): string {
  let end = 0;
  const parts = mentions.map(({ at, length }) => {
    const before = harmless(message.slice(end, at));
    end = at + length;
    return `${before}**${escaped(message.slice(at, end))}**`;
  });
  return [...parts, harmless(message.slice(end))].join('');
}

/** Entities and not backslashes, where a backslash before would undo one. */
function harmless(text: string): string {
  return text
    .replaceAll('<', '&lt;')
    .replaceAll('![', '&#33;[')
    .replace(/\]\((?!\s*(?:https?:\/\/|mailto:))/gi, '&#93;(')
    .replace(/\]:(?!\s*(?:https?:\/\/|mailto:))/gi, '&#93;:');
}

const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+.!<>|~&-]/g, '\\$&');
