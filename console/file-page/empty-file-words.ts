/** What is said of a file without content, here and on the pages about it. */
export const emptyFileWords =
  'This file is empty. Drop a design on it among the files of its project, or use npx vitrine import --key.';
