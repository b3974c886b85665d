import { type Answer, type Body, type CallName, callNamed, type Query } from '../../contract/calls.ts';
import { type ApiOptions, api } from './api.ts';

type Input<N extends CallName> = Pick<ApiOptions, 'quiet'> & {
  /** The values of the braces in the path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Query<N> & Readonly<Record<string, unknown>>;
} & (keyof Body<N> extends never ? { readonly body?: never } : { readonly body: Body<N> });

const filled = (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));

/** A declared call of `/v1`, its body and its answer typed by its declaration; fails as `api` does. */
export function call<N extends CallName>(name: N, ...[input]: keyof Body<N> extends never ? [Input<N>?] : [Input<N>]) {
  const { method, path } = callNamed(name);
  const { path: values, ...options } = (input ?? {}) as ApiOptions & { path?: Record<string, string> };
  return api<Answer<N>>(filled(path, values), { method, ...options });
}
