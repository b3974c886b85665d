import {
  type Answer,
  type Body,
  type EndpointName,
  endpointNamed,
  type Query,
} from '../../contract/endpoints/index.ts';
import type { Fields } from '../../contract/schema/field/field.ts';
import { request } from './http/httpClient.ts';
import { idempotencyHeader } from './http/idempotency.ts';

/** How a declared endpoint is called, besides its own body, query and path. */
export interface CallOptions {
  /** Background work: a failure shows no message (A19). */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string | undefined;
  /** What is wanted, where an endpoint can answer in several ways. */
  readonly accept?: string;
}

export type CallInput<N extends EndpointName> = CallOptions & {
  /** The values of the braces in the path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Query<N> & Readonly<Record<string, unknown>>;
} & (keyof Body<N> extends never ? { readonly body?: never } : { readonly body: Body<N> });

/** The last arguments of a call: an endpoint without a body needs no input. */
export type CallArguments<N extends EndpointName> = keyof Body<N> extends never ? [CallInput<N>?] : [CallInput<N>];

export const filledPath = (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));

/** Calls a declared endpoint of `/v1`, body and answer typed by its declaration; rejects with an HttpError. */
export function call<N extends EndpointName>(name: N, ...[input]: CallArguments<N>): Promise<Answer<N>> {
  const { method, path } = endpointNamed(name);
  const { path: values, body, query, accept, idempotencyKey, ...options } = (input ?? {}) as CallInput<N>;
  return request<Answer<N>>(filledPath(path, values), {
    method,
    query: query as Readonly<Record<string, unknown>> | undefined,
    ...(body !== undefined && { body }),
    headers: { ...(accept && { accept }), ...idempotencyHeader(idempotencyKey) },
    ...options,
  });
}

/** The declared body of an endpoint, field by field. */
export const bodyFields = (name: EndpointName): Fields => endpointNamed(name).body ?? {};
