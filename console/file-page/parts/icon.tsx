/** Lines on a square of 16. */
const paths = {
  minus: 'M3 8h10',
  plus: 'M3 8h10M8 3v10',
  fit: 'M2.5 6v-3.5h3.5M10 2.5h3.5v3.5M13.5 10v3.5h-3.5M6 13.5h-3.5v-3.5M5.5 6h5v4h-5z',
  target: 'M2.5 5v-2.5h2.5M11 2.5h2.5v2.5M13.5 11v2.5h-2.5M5 13.5h-2.5v-2.5M6.5 8h3M8 6.5v3',
  chevron: 'M6 4l4 4-4 4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  close: 'M4 4l8 8M12 4l-8 8',
  keys: 'M2 4.5h12v7H2zM4.5 7h.01M7 7h.01M9 7h.01M11.5 7h.01M5 9.5h6',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  link: 'M7 9l2-2M6 6.5l-2.2 2.2a2.3 2.3 0 0 0 3.3 3.3L9.3 9.8M6.7 6.2L8.9 4a2.3 2.3 0 0 1 3.3 3.3L10 9.5',
  hidden: 'M2 8s2-4 6-4 6 4 6 4-2 4-6 4-6-4-6-4zM3 13L13 3',
  locked: 'M4.5 7.5h7v5.5h-7zM6 7.5V5.5a2 2 0 0 1 4 0v2',
  code: 'M6 4L2.5 8 6 12M10 4l3.5 4-3.5 4',
  frame: 'M5 2v12M11 2v12M2 5h12M2 11h12',
  group: 'M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M5.5 8h5',
  section: 'M2.5 4.5h11v9h-11zM2.5 4.5v-2h5v2',
  component: 'M8 2l2 2-2 2-2-2zM8 10l2 2-2 2-2-2zM4 6l2 2-2 2-2-2zM12 6l2 2-2 2-2-2z',
  instance: 'M8 2l6 6-6 6-6-6z',
  text: 'M3.5 5V3h9v2M8 3v10M6.5 13h3',
  rectangle: 'M2.5 3.5h11v9h-11z',
  ellipse: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z',
  line: 'M3 13L13 3',
  vector: 'M3.5 12.5c0-6 9-3 9-9M2.5 11.5h2v2h-2zM11.5 2.5h2v2h-2z',
  star: 'M8 2.5l1.7 3.6 3.9.5-2.9 2.7.8 3.9L8 11.3l-3.5 1.9.8-3.9L2.4 6.6l3.9-.5z',
  boolean: 'M2.5 2.5h7v7h-7zM6.5 6.5h7v7h-7z',
  slice: 'M2.5 5v-2.5h2.5M7 2.5h2M11 2.5h2.5V5M13.5 7v2M13.5 11v2.5H11M9 13.5H7M5 13.5H2.5V11M2.5 9V7',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M7 3.5v9',
  grids: 'M3 2.5h2v11H3zM7 2.5h2v11H7zM11 2.5h2v11h-2z',
  sticky: 'M3 3h10v6l-4 4H3zM9 13V9h4',
  other: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
  page: 'M4 2.5h5.5L12 5v8.5H4zM9 2.5V5.5h3',
  home: 'M2.5 8L8 3l5.5 5M4 7v6h8V7',
  comment: 'M2.5 3h11v8H7l-3 2.5V11H2.5z',
  image: 'M2.5 3h11v10h-11zM2.5 11l3.5-4 3 3 1.5-1.5 3 3M10.5 5.5h.01',
  variables: 'M8 2.5s4 4 4 7a4 4 0 0 1-8 0c0-3 4-7 4-7z',
  library: 'M3 3h3v10H3zM7 3h3v10H7zM11 3.5l2.5-.5 1.5 9.5-2.5.5z',
  present: 'M5 3l8 5-8 5z',
  share: 'M8 10V2.5M5 5l3-3 3 3M3.5 8v5.5h9V8',
} as const;
export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
