import {
  type EndpointAnswer,
  type EndpointBody,
  type EndpointName,
  type EndpointQuery,
  endpointNamed,
} from '../../contract/endpoints/index.ts';
import { requestJson } from './http/httpClient.ts';
import { idempotencyHeader } from './http/idempotency.ts';

/** Options of a call, besides the endpoint's own body, query and path. */
export interface EndpointOptions {
  /** Background work: a failure shows no message (A19). */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string | undefined;
  /** The `accept` header, for an endpoint that can answer in several formats. */
  readonly accept?: string;
}

export type EndpointInput<N extends EndpointName> = EndpointOptions & {
  /** The values for the braces in the path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: EndpointQuery<N> & Readonly<Record<string, unknown>>;
} & (keyof EndpointBody<N> extends never ? { readonly body?: never } : { readonly body: EndpointBody<N> });

/** The last arguments of `call`: an endpoint without a body needs no input. */
export type EndpointArguments<N extends EndpointName> = keyof EndpointBody<N> extends never
  ? [EndpointInput<N>?]
  : [EndpointInput<N>];

export const fillPath = (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));

/**
 * Calls a declared endpoint of `/v1`; body and answer are typed by its declaration.
 * @throws HttpError
 */
export function callEndpoint<N extends EndpointName>(
  name: N,
  ...[input]: EndpointArguments<N>
): Promise<EndpointAnswer<N>> {
  const { method, path } = endpointNamed(name);
  const { path: values, body, query, accept, idempotencyKey, ...options } = (input ?? {}) as EndpointInput<N>;
  return requestJson<EndpointAnswer<N>>(fillPath(path, values), {
    method,
    query: query as Readonly<Record<string, unknown>> | undefined,
    ...(body !== undefined && { body }),
    headers: { ...(accept && { accept }), ...idempotencyHeader(idempotencyKey) },
    ...options,
  });
}
