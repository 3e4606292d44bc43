/** What keys do on the page of a file, in groups, as the list of keys shows them. */
export const keyTable: readonly {
  readonly name: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly words: string }[];
}[] = [
  {
    name: 'Select',
    keys: [
      { keys: ['Click'], words: 'Select what lies in a frame' },
      { keys: ['Ctrl', 'Click'], words: 'Select the innermost layer' },
      { keys: ['Double click', 'Enter'], words: 'Go one layer further in' },
      { keys: ['Escape'], words: 'Go out to the layer around' },
      { keys: ['Arrows'], words: 'Walk along the siblings' },
      { keys: ['Alt'], words: 'Show distances to what is pointed at' },
    ],
  },
  {
    name: 'Look',
    keys: [
      { keys: ['+', '−'], words: 'Zoom' },
      { keys: ['0'], words: 'Show at 100 %' },
      { keys: ['1'], words: 'Show the whole page' },
      { keys: ['2'], words: 'Zoom to the selection' },
      { keys: ['G'], words: 'Show layout grids, or hide them' },
      { keys: ['Arrows'], words: 'Move the picture, while nothing is selected' },
      { keys: ['Page Up', 'Page Down'], words: 'Turn the page' },
    ],
  },
  {
    name: 'Go',
    keys: [
      { keys: ['/'], words: 'Search layers' },
      { keys: ['C'], words: 'Comment on a point' },
      { keys: ['Ctrl', 'Alt', 'Enter'], words: 'Present the prototype' },
      { keys: ['?'], words: 'Show this list' },
    ],
  },
];
