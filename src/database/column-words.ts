import type { Selectable } from 'kysely';
import type { DumpedRow } from './dump.ts';
import type { TableName } from './table-list.ts';
import type { Tables } from './tables.ts';

type Row<T extends TableName> = Selectable<Tables[T]>;
/** Whether a column holds one of some words, and no text of any kind. */
export type IsOfWords<C> = [C] extends [string | null]
  ? Record<never, never> extends Record<NonNullable<C>, true>
    ? false
    : true
  : false;
type OfWords<T extends TableName> = {
  [C in keyof Row<T>]: IsOfWords<Row<T>[C]> extends true ? C : never;
}[keyof Row<T>];

const plans = { starter: true, professional: true, organization: true, enterprise: true } as const;
const roles = { admin: true, member: true, guest: true } as const;
const seats = { full: true, dev: true, collab: true, view: true } as const;
const placeRoles = { admin: true, editor: true, viewer: true } as const;
const approvals = { none: true, requested: true, approved: true } as const;
const tokenKinds = { personal: true, oauth: true, plan: true } as const;
const usedKinds = { component: true, style: true, variable: true } as const;
const resourceTypes = { PLUGIN: true, WIDGET: true, COMMUNITY_FILE: true } as const;

/**
 * The words that columns may hold: roles, plans, states. A column of such a type that is missing here, and a word of
 * one, breaks the compile.
 */
export const columnWords: {
  readonly [T in TableName as [OfWords<T>] extends [never] ? never : T]: {
    readonly [C in OfWords<T>]: Readonly<Record<NonNullable<Row<T>[C]> & string, true>>;
  };
} = {
  organizations: {
    plan: plans,
    region: { standard: true, gov: true },
  },
  users: { role: roles, seat: seats, projects_access: approvals },
  apps: {
    state: { draft: true, private: true, public: true },
    review: { none: true, pending: true, sent_back: true },
    projects_access: approvals,
  },
  tokens: { kind: tokenKinds },
  invitations: {
    role: roles,
    seat: seats,
    delivery: { sending: true, mailed: true, failed: true, shown: true },
  },
  team_members: { role: placeRoles },
  projects: { access: { team: true, view_only: true, invite_only: true } },
  project_members: { role: placeRoles },
  files: {
    editor_type: { figma: true, figjam: true, slides: true, buzz: true, sites: true, make: true },
    link_access: { inherit: true, view: true, edit: true, org_view: true, org_edit: true },
  },
  webhooks: {
    context: { team: true, project: true, file: true },
    status: { ACTIVE: true, PAUSED: true },
  },
  upstreams: { token_kind: { personal: true, plan: true }, plan: plans, seat: seats },
  upstream_tiers: { tier: { tier1: true, tier2: true, tier3: true } },
  mirrors: { kind: { file: true, project: true, team: true, through: true } },
  left_webhooks: { context: { file: true, project: true, team: true } },
  mirror_lists: {
    kind: { team: true, project: true },
    waits_for: { tier1: true, tier2: true, tier3: true },
  },
  mirrored_files: {
    state: { waiting: true, current: true, stale: true, gone: true, failed: true, detached: true },
    waits_for: { tier1: true, tier2: true, tier3: true },
  },
  mirror_steps: { state: { done: true, skipped: true, failed: true } },
  deliveries: { state: { waiting: true, delivered: true, failed: true, dropped: true } },
  request_log: { token_kind: tokenKinds, resource_type: { file: true, team: true, project: true } },
  published_assets: {
    kind: { component: true, component_set: true, style: true },
    style_type: { FILL: true, TEXT: true, EFFECT: true, GRID: true },
  },
  library_uses: { kind: usedKinds },
  library_actions: { kind: usedKinds },
  resources: { type: resourceTypes },
  payments: { resource_type: resourceTypes, status: { UNPAID: true, PAID: true, TRIAL: true } },
  ai_usage: {
    editor_type: {
      design: true,
      figjam: true,
      slides: true,
      sites: true,
      buzz: true,
      make: true,
      not_applicable: true,
    },
  },
  text_events: {
    text_type: {
      file_comments: true,
      file_comment_reactions: true,
      developer_related_links: true,
      in_file: true,
      dev_mode_annotation: true,
      component_documentation_link: true,
      component_documentation_description: true,
    },
    action_type: { insert: true, update: true, delete: true },
  },
};

/** What is wrong with a word in a row of a table, or undefined. */
export function wordProblem(table: TableName, row: DumpedRow, rowName: string): string | undefined {
  const columns: Readonly<Record<string, Readonly<Record<string, true>>>> =
    (columnWords as Partial<Record<TableName, never>>)[table] ?? {};
  for (const [column, words] of Object.entries(columns)) {
    const word = row[column];
    if (word === null || word === undefined || Object.hasOwn(words, word)) continue;
    return `"${column}" of ${rowName} is one of ${Object.keys(words).join(', ')}, and not "${word}".`;
  }
  return undefined;
}
