import type { operationTable } from './generated/operation-table.ts';
import type { Operations } from './generated/types.ts';

type Table = typeof operationTable;
type Id = keyof Table & keyof Operations;
type RouteOf<I extends Id> = `${Uppercase<Table[I]['method']>} ${Table[I]['path']}`;

/** An operation as those who call it name it: its method and path, as `GET /workspace/v1/me/tokens`. */
export type Route = keyof IdByRoute;
/** Looked up: going through all operations for each of them makes millions of types. */
type IdByRoute = { [I in Id as RouteOf<I>]: I };
type IdOf<R extends Route> = IdByRoute[R];
type Operation<R extends Route> = Operations[IdOf<R>];

export type Answer<R extends Route> = Operation<R>['answer'];

/** An operation whose answer is a page of a list. */
export type ListRoute = { [R in Route]: 'next_cursor' extends keyof Answer<R> ? R : never }[Route];

type PathPart<R extends Route> = keyof Operation<R>['path'] extends never
  ? object
  : { path: Operation<R>['path'] };

/** The server fills in defaults, so its own types say that parameters with one are always there. */
type RequiredName<R extends Route> = Extract<
  Table[IdOf<R>]['parameters'][number],
  { readonly in: 'query'; readonly required: true }
>['name'];
type Query<R extends Route> = {
  [Name in keyof Operation<R>['query'] as Name extends RequiredName<R>
    ? Name
    : never]: Operation<R>['query'][Name];
} & {
  [Name in keyof Operation<R>['query'] as Name extends RequiredName<R>
    ? never
    : Name]?: Operation<R>['query'][Name];
};
type QueryPart<R extends Route> = object extends Query<R> ? { query?: Query<R> } : { query: Query<R> };

type BodyPart<R extends Route> = undefined extends Operation<R>['body']
  ? { body?: Operation<R>['body'] }
  : { body: Operation<R>['body'] };

/** What a call of an operation has to be given, and may be. */
export type Given<R extends Route> = PathPart<R> & QueryPart<R> & BodyPart<R>;
