import type { Label } from '../messages/label.ts';
import type { Role } from '../schema/access.ts';
import type { Field, Fields } from '../schema/field/field.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** What a call answers: records of an entity, a list of them, an object of its own, or no JSON at all. */
export type AnswerDeclaration =
  | { readonly record: string }
  | { readonly page: string }
  | { readonly items: string }
  | { readonly fields: Fields }
  | { readonly pageOf: Fields }
  | { readonly media: string }
  | { readonly redirect: true };

/** A call of `/v1` that is no plain record (SPEC 7): from it follow its route, its checks and its documentation. */
export interface Endpoint {
  readonly method: Method;
  /** With its parameters in braces: `/v1/task/{uuid}/retry`. `{id}` is a number, any other a text. */
  readonly path: string;
  /** The entity, or the matter, that the documentation puts it under. */
  readonly group: string;
  readonly label: Label;
  /** Who may make it; `anybody` needs no key, `licence` shows a licence in place of a key. */
  readonly roles: readonly Role[] | 'anybody' | 'licence';
  /** Its query parameters. */
  readonly query?: Fields;
  /** It takes the list parameters of this entity. */
  readonly list?: string;
  /** Its body, field by field. */
  readonly body?: Fields;
  readonly answer: AnswerDeclaration;
  /** It may also answer 503, in the same form. */
  readonly unready?: boolean;
  /** It changes nothing and reads much, so that a replica may answer it. */
  readonly onlyReads?: boolean;
}

/** Names the call; the types of its body and its answer follow by inference. */
export const defineEndpoint = <const C extends Endpoint>(call: C): C => call;

type Value<F> = F extends Field<infer Type> ? Type : never;
type RequiredNames<B> = { [name in keyof B]: null extends Value<B[name]> ? never : name }[keyof B];

/** The validated values of fields: what is required is there, the rest may be absent or empty. */
export type ValuesOf<B> = { [name in RequiredNames<B>]: Value<B[name]> } & {
  [name in Exclude<keyof B, RequiredNames<B>>]?: Value<B[name]> | undefined;
};

type NoFields = { readonly [name in never]: never };

/** The body of a call as its handler and its client know it. */
export type BodyOf<C> = C extends { readonly body: infer B } ? ValuesOf<B> : NoFields;
export type QueryOf<C> = C extends { readonly query: infer Q } ? ValuesOf<Q> : NoFields;
/** The answer of a call; records are known by their declaration alone. */
export type AnswerOf<C> = C extends { readonly answer: { readonly fields: infer F } }
  ? { [name in keyof F]: Value<F[name]> }
  : C extends { readonly answer: { readonly pageOf: infer F } }
    ? { items: { [name in keyof F]: Value<F[name]> }[]; total: number; page: number; per_page: number }
    : C extends { readonly answer: { readonly record: string } }
      ? Record<string, unknown> & { id: number }
      : { items: (Record<string, unknown> & { id: number })[]; total: number; page: number; per_page: number };
