import { useState } from 'react';
import { bodyPathOf } from '../../contract/entity.ts';
import type { Fields } from '../../contract/field.ts';
import { trimmed } from '../../contract/kind.ts';
import { bodyRule, judge } from '../../contract/validation.ts';
import { useBusy } from './useBusy.ts';
import { type Errors, refusedBy, useErrors } from './useErrors.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A body as the server takes it, from values by field name: each at its place, dotted names inside objects. */
export function bodyOf(fields: Fields, values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (value !== undefined) put(body, (field ? bodyPathOf(name, field) : name).split('.'), value);
  }
  return trimmed(body, fields) as Record<string, unknown>;
}

function put(body: Record<string, unknown>, [head = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    body[head] = value;
    return;
  }
  body[head] ??= {};
  put(body[head] as Record<string, unknown>, rest, value);
}

/** The messages by the name of the input that they belong to: a body path is also the name of its input. */
function byInput(fields: Fields, found: Errors): Errors {
  const names = new Map(Object.entries(fields).map(([name, field]) => [bodyPathOf(name, field), name]));
  const inputOf = (path: string) => {
    const place = path.replace(/\[\d+\]/g, '');
    const within = [...names.keys()].find((one) => one.startsWith(`${place}.`));
    return names.get(place) ?? names.get(within ?? '') ?? path;
  };
  return Object.fromEntries(Object.entries(found).map(([path, text]) => [inputOf(path), text]));
}

const firstOf = (found: Readonly<Record<string, string[]>> = {}): Errors =>
  Object.fromEntries(Object.entries(found).map(([path, texts]) => [path, texts[0] ?? '']));

const nothing = () => false;
const none = (): Errors => ({});

/**
 * The values and messages of a form over declared fields: judged by the contract's own rule before anything
 * is sent, and by the server afterwards; a second submit waits for the first. What is hidden is neither judged
 * nor sent.
 */
export function useFields(
  declared: Fields,
  start: Values,
  isHidden: (name: string, values: Values) => boolean = nothing,
) {
  const [values, setValues] = useState<Values>(start);
  const { errors, show, add, forgive } = useErrors();
  const [busy, run] = useBusy();
  const shown = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !isHidden(name, values)));
  const fields: Fields = shown(declared);
  const body = () => bodyOf(fields, shown(values));
  const set = (name: string, value: unknown) => {
    setValues((before) => ({ ...before, [name]: value }));
    forgive(name);
  };
  const check = (): Errors => {
    const names = new Set(Object.keys(fields).map((name) => (fields[name]?.writeAt ?? name).split('.')[0]));
    const known = Object.entries(body()).filter(([name]) => names.has(name));
    return byInput(fields, firstOf(judge(bodyRule(fields), Object.fromEntries(known))));
  };
  const blur = (name: string) => {
    const found = check()[name];
    if (found) add({ [name]: found });
  };
  /** Sends the body when neither the rule nor `more` (what only the form can know) has anything against it. */
  const submit = (
    send: (body: Record<string, unknown>) => Promise<void>,
    more: () => Errors | Promise<Errors> = none,
  ) =>
    run(async () => {
      try {
        if (!show({ ...check(), ...(await more()) })) await send(body());
      } catch (failure) {
        show(byInput(fields, refusedBy(failure)));
      }
    });
  const dirty = JSON.stringify(values) !== JSON.stringify(start);
  return { values, set, errors, add, forgive, blur, submit, busy, dirty };
}
