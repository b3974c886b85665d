import type { Label } from '../messages/label.ts';
import { type Role, withHeirs } from '../roles/index.ts';
import type { Field, Fields } from '../schema/field/field.ts';

/** The scope of reading across all entities: the search, the event stream and the dashboard. */
export const readEverything = '*:read';

/** The scope of reading the entity that the path names. */
export const entityInPath = '{entity}:read';

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * The answer of an endpoint: a record of an entity, a page of records, an object or a page of its own, or no JSON at
 * all.
 */
export type AnswerDeclaration =
  | { readonly record: string }
  | { readonly page: string }
  | { readonly items: string }
  | { readonly fields: Fields /** Fields that only some answers have. */; readonly optional?: Fields }
  | { readonly pageOf: Fields }
  | { readonly media: string | readonly string[] }
  | { readonly redirect: true };

/** An endpoint that no entity declares (SPEC 7). It determines the route, its checks and its documentation. */
export interface Endpoint {
  readonly method: Method;
  /** Parameters are in braces: `/v1/task/{uuid}/retry`. `{id}` is a number, any other a text. */
  readonly path: string;
  /** The entity or topic that the documentation lists it under. */
  readonly group: string;
  readonly label: Label;
  /**
   * The roles that may use it. `anybody` needs no API key; `licence` is authenticated by a licence instead of a key.
   */
  readonly roles: readonly Role[] | 'anybody' | 'licence';
  /**
   * The scope that a token needs (contract/access/scopes.ts): by default reading the group for a GET. A POST without one,
   * and an endpoint with `false`, is closed to tokens.
   */
  readonly scope?: string | false;
  readonly query?: Fields;
  /** The entity whose list parameters it accepts. */
  readonly list?: string;
  readonly body?: Fields;
  /** True if the body is a form (`application/x-www-form-urlencoded`); JSON is accepted, too. */
  readonly form?: boolean;
  readonly answer: AnswerDeclaration;
  /** The fields of an answer with 202, where the request is right and another one has to follow. */
  readonly accepted?: Fields;
  /** True if it may also answer 503, with the same fields. */
  readonly unready?: boolean;
  /** True if it has an ETag and may answer 304. */
  readonly cached?: boolean;
  /** True if it changes nothing and reads much, so that a replica may answer it. */
  readonly onlyReads?: boolean;
}

/** Declares an endpoint, with the types of its body and answer inferred. Roles that inherit from its own may use it too. */
export const defineEndpoint = <const C extends Endpoint>(endpoint: C): C =>
  typeof endpoint.roles === 'string' ? endpoint : { ...endpoint, roles: withHeirs(endpoint.roles) };

type Value<F> = F extends Field<infer Type> ? Type : never;
type RequiredNames<B> = { [name in keyof B]: null extends Value<B[name]> ? never : name }[keyof B];

/** The validated values of fields: required values are present, others may be missing or empty. */
export type ValuesOf<B> = { [name in RequiredNames<B>]: Value<B[name]> } & {
  [name in Exclude<keyof B, RequiredNames<B>>]?: Value<B[name]> | undefined;
};

type NoFields = { readonly [name in never]: never };

/** The body of an endpoint, as its handler and its client use it. */
export type BodyOf<C> = C extends { readonly body: infer B } ? ValuesOf<B> : NoFields;
export type QueryOf<C> = C extends { readonly query: infer Q } ? ValuesOf<Q> : NoFields;
/** The answer of an endpoint. The types of records come from their entity's declaration. */
export type AnswerOf<C> = C extends { readonly answer: { readonly fields: infer F; readonly optional: infer O } }
  ? { [name in keyof F]: Value<F[name]> } & { [name in keyof O]?: Value<O[name]> }
  : C extends { readonly answer: { readonly fields: infer F } }
    ? { [name in keyof F]: Value<F[name]> }
    : C extends { readonly answer: { readonly pageOf: infer F } }
      ? { items: { [name in keyof F]: Value<F[name]> }[]; total: number; page: number; per_page: number }
      : C extends { readonly answer: { readonly record: string } }
        ? Record<string, unknown> & { id: number }
        : { items: (Record<string, unknown> & { id: number })[]; total: number; page: number; per_page: number };
