import type { components, paths, webhooks } from './schema.ts';

/** What a call takes and answers, by its path and method. */

export type HttpMethod = 'get' | 'post' | 'delete';
type Path = keyof paths;

/** The paths that have a method. */
export type PathWith<M extends HttpMethod> = {
  [P in Path]: paths[P][M] extends { responses: unknown } ? P : never;
}[Path];

type Parameters<O> = O extends { parameters: infer P } ? Pick<P, keyof P & ('path' | 'query' | 'header')> : never;

/** A JSON body as documented, or the bytes of a file. */
type BodyIn<C> = C extends { 'application/json': infer J } ? J : Blob | ArrayBuffer | Uint8Array;
type Body<O> = O extends { requestBody: { content: infer C } }
  ? { body: BodyIn<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: BodyIn<C> }
    : { body?: never };

/** The parameters and the body of a call. */
export type ApiInput<P extends Path, M extends HttpMethod> = Parameters<paths[P][M]> &
  Body<paths[P][M]> & {
    /** Aborts the request, and the wait before a repetition. */
    signal?: AbortSignal;
  };

/** The input as an argument, which may be left out if nothing in it is required. */
export type InputArgument<I> = Record<never, never> extends I ? [input?: I] : [input: I];

type Content<O> = O extends { responses: { 200: { content: infer C } } } ? C : never;

/** The JSON of a successful answer; the whole response if it is a file or a stream. */
export type ApiAnswer<P extends Path, M extends HttpMethod> =
  Content<paths[P][M]> extends { 'application/json': infer J } ? J : Response;

/** A page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
}

/** The lists that answer by pages. */
export type ListPath = {
  [P in PathWith<'get'>]: ApiAnswer<P, 'get'> extends ListPage<unknown> ? P : never;
}[PathWith<'get'>];

/** A record in a list. */
export type Row<P extends ListPath> = ApiAnswer<P, 'get'> extends ListPage<infer T> ? T : never;

/** The records and bodies of the API document by name, such as `Schemas['order']`. */
export type Schemas = components['schemas'];

/** What a webhook receives. `type` tells the events apart. */
export type WebhookEvent = {
  [T in keyof webhooks]: webhooks[T] extends {
    post: { requestBody: { content: { 'application/json': infer E } } };
  }
    ? E
    : never;
}[keyof webhooks];
