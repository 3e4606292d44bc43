import type { Selectable } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What becomes of a row that names a person who is removed. */
export type Fate =
  /** It was for or of them alone, and goes with them. */
  | 'goes'
  /** It stays and names nobody. */
  | 'is nobodys'
  /** It is part of the history of files: it stays, and they by handle and picture for it. */
  | 'is history'
  /** It says who it was and asks for nobody who is there. */
  | 'is a record'
  /** Somebody else gets it first. */
  | 'is handed over';

/** The columns of a table that hold the id of a person. */
type UserColumn<Row> = {
  [Column in keyof Row]: NonNullable<Row[Column]> extends UserId
    ? Column
    : Column extends 'user_id'
      ? Column
      : never;
}[keyof Row];

/** What there is to say of each column that names a person; the table of people names none but by itself. */
export type TiesOf<AllTables> = {
  [Table in Exclude<keyof AllTables, 'users'> as UserColumn<Selectable<AllTables[Table]>> extends never
    ? never
    : Table]: {
    readonly [Column in UserColumn<Selectable<AllTables[Table]>>]: Fate;
  };
};

type TablesOfPeople = TiesOf<Tables>;

/** Every column that names a person. A new one breaks the compile here until it is said what becomes of it. */
export const ties = {
  tokens: { user_id: 'goes' },
  app_grants: { user_id: 'goes' },
  authorization_codes: { user_id: 'goes' },
  sessions: { user_id: 'goes' },
  identities: { user_id: 'goes' },
  password_resets: { user_id: 'goes', shown_to: 'goes' },
  invitations: { inviter_id: 'goes' },
  team_members: { user_id: 'goes' },
  project_members: { user_id: 'goes' },
  payments: { user_id: 'goes' },
  webhooks: { creator_id: 'is nobodys' },
  mirrors: { created_by: 'is nobodys' },
  apps: { creator_id: 'is nobodys' },
  resources: { owner_id: 'is nobodys' },
  files: { owner_id: 'is handed over', last_touched_by: 'is history' },
  versions: { user_id: 'is history' },
  comments: { user_id: 'is history' },
  comment_reactions: { user_id: 'is history' },
  library_publishes: { user_id: 'is history' },
  published_assets: { user_id: 'is history' },
  deleted_files: { owner_id: 'is a record' },
  request_log: { user_id: 'is a record' },
  ai_usage: { user_id: 'is a record' },
  text_events: { user_id: 'is a record' },
} as const satisfies TablesOfPeople;

type Ties = typeof ties;

/** The ties of a fate, as `tokens.user_id`. */
export type TieThat<Its extends Fate> = {
  [Table in keyof Ties & string]: {
    [Column in keyof Ties[Table] & string]: Ties[Table][Column] extends Its ? `${Table}.${Column}` : never;
  }[keyof Ties[Table] & string];
}[keyof Ties & string];

/** The table and column of each tie of a fate. */
export function tiesThat(fate: Fate): { table: keyof TablesOfPeople; column: string }[] {
  return Object.entries(ties).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([, its]) => its === fate)
      .map(([column]) => ({ table: table as keyof TablesOfPeople, column })),
  );
}
