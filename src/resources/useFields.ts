import { useState } from 'react';
import { bodyPathOf } from '../../contract/entity.ts';
import type { Fields } from '../../contract/field.ts';
import { trimmed } from '../../contract/kind.ts';
import { bodyRule, judge } from '../../contract/validation.ts';
import { ApiError } from '../dataProvider/api.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A body as the server takes it, from values by field name: each at its place, dotted names inside objects. */
export function bodyOf(fields: Fields, values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (value !== undefined) put(body, (field ? bodyPathOf(name, field) : name).split('.'), value);
  }
  return trimmed(body) as Record<string, unknown>;
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
function byInput(fields: Fields, found: Readonly<Record<string, string[]>>): Record<string, string> {
  const names = new Map(Object.entries(fields).map(([name, field]) => [bodyPathOf(name, field), name]));
  const inputOf = (path: string) => {
    const place = path.replace(/\[\d+\]/g, '');
    const within = [...names.keys()].find((one) => one.startsWith(`${place}.`));
    return names.get(place) ?? names.get(within ?? '') ?? path;
  };
  return Object.fromEntries(Object.entries(found).map(([path, texts]) => [inputOf(path), texts[0] ?? '']));
}

/** Moves the focus to the first input that has a message, once it is drawn. */
export function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus());
}

const nothing = () => false;

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
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const shown = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !isHidden(name, values)));
  const fields: Fields = shown(declared);
  const body = () => bodyOf(fields, shown(values));
  const set = (name: string, value: unknown) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _gone, ...rest }) => rest);
  };
  const check = (): Record<string, string> => {
    const names = new Set(Object.keys(fields).map((name) => (fields[name]?.writeAt ?? name).split('.')[0]));
    const known = Object.entries(body()).filter(([name]) => names.has(name));
    return byInput(fields, judge(bodyRule(fields), Object.fromEntries(known)) ?? {});
  };
  const blur = (name: string) => {
    const found = check()[name];
    if (found) setErrors((before) => ({ ...before, [name]: found }));
  };
  const submit = async (send: (body: Record<string, unknown>) => Promise<void>, more: Record<string, string> = {}) => {
    if (busy) return;
    const found = { ...check(), ...more };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError();
    setBusy(true);
    try {
      await send(body());
    } catch (failure) {
      setErrors(failure instanceof ApiError ? byInput(fields, failure.fields) : {});
      focusFirstError();
    } finally {
      setBusy(false);
    }
  };
  const dirty = JSON.stringify(values) !== JSON.stringify(start);
  return { values, set, errors, blur, submit, busy, dirty, setErrors };
}
