/** A long text behind a little JSON that is read without it. */
export const headedText = (head: object, text: string): string => `${JSON.stringify(head)}\n${text}`;

/** @param headed as {@link headedText} wrote it */
export function readHeadedText<Head>(headed: string): { readonly head: Head; readonly text: string } {
  const end = headed.indexOf('\n');
  return { head: JSON.parse(headed.slice(0, end)), text: headed.slice(end + 1) };
}
