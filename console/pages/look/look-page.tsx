import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Table } from '../../parts/table.tsx';
import './look.css';

const colors = [
  'ground',
  'card',
  'raised',
  'hover',
  'rule',
  'edge',
  'text',
  'quiet',
  'strong',
  'strong-ground',
  'part',
  'behind',
  'wrong',
  'wrong-ground',
  'good',
  'good-ground',
] as const;
const spaces = ['1', '2', '3', '4', '6', '8', '12'] as const;
const sizes = ['title', 'lead', 'body', 'small'] as const;

/** What all pages are made of: the tokens of `style/tokens.css`, and the parts that stand on them. */
export const LookPage = () => (
  <Page
    title="Look"
    lead="What the pages of this server are made of. Every page takes its look from here."
    isWide
  >
    <Section title="Colours">
      <ul className="look-colors">
        {colors.map((name) => (
          <li key={name}>
            <span className={`look-color look-${name}`} />
            {name}
          </li>
        ))}
      </ul>
    </Section>
    <Section title="Type">
      {sizes.map((name) => (
        <p key={name} className={`look-${name}`}>
          {name}: Every design in its place, 0123456789
        </p>
      ))}
    </Section>
    <Section title="Space">
      {spaces.map((name) => (
        <div key={name} className="look-space">
          <span className={`look-space-${name}`} />
          {name}
        </div>
      ))}
    </Section>
    <Section title="Parts">
      <div className="page-action">
        <Button>Button</Button>
        <Button kind="danger">Cannot be taken back</Button>
        <Button kind="plain">In a row</Button>
        <Button kind="main">What the page is for</Button>
      </div>
      <Notice kind="plain">Something to know.</Notice>
      <Notice kind="good">It went well.</Notice>
      <Notice kind="wrong">It went wrong, and what to do.</Notice>
      <Table name="Rows" columns={columns} rows={rows} keyOf={({ name }) => name} />
      <Empty action={<Button kind="main">Begin</Button>} command="npx vitrine help">
        What is not there yet, and what it would be for.
      </Empty>
    </Section>
  </Page>
);

const rows = [
  { name: 'A row', height: '40 px' },
  { name: 'Another', height: '40 px' },
];
const columns = [
  { name: 'Name', cell: ({ name }: (typeof rows)[number]) => name },
  { name: 'Height', cell: ({ height }: (typeof rows)[number]) => height },
];
