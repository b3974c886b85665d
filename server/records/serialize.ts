import type { Entity } from '../../contract/entity.ts';
import type { Choice } from '../../contract/field.ts';
import type { Language } from '../../contract/label.ts';
import { openSealed } from '../db/sealed.ts';
import { rulesOf } from '../domain/index.ts';
import type { Reader, Rules } from '../domain/rules.ts';
import type { Output, Plan } from './plan.ts';

export type Row = Record<string, unknown> & { id: number };
export type Answer = Record<string, unknown>;

function named(choices: readonly Choice[] | undefined, id: unknown, language: Language): unknown {
  const found = choices?.find((choice) => choice.id === id);
  return found ? { id: found.id, name: found.label[language], ...found.extra } : null;
}

function answerOf(entity: Entity, output: Output, row: Row, reader: Reader, rules: Rules): unknown {
  const { field, alias } = output;
  const work = field.computed ? rules.computed?.[alias] : undefined;
  if (work) return work(row, reader) ?? null;
  const value = row[alias];
  if (output.named) return named(field.choices, value, reader.language);
  if (field.sealed) return openSealed(reader.secrets, entity, alias, row);
  return value ?? null;
}

function put(answer: Answer, path: readonly string[], value: unknown): void {
  const [head = '', ...rest] = path;
  if (rest.length === 0) {
    answer[head] = value;
    return;
  }
  const inner = answer[head];
  const next = typeof inner === 'object' && inner !== null ? (inner as Answer) : {};
  answer[head] = next;
  put(next, rest, value);
}

/** A reference that points nowhere answers null, not an object of nulls. */
function emptyReferences(plan: Plan, row: Row, answer: Answer): void {
  for (const [name, field] of Object.entries(plan.entity.fields)) {
    if (field.kind === 'reference' && field.embed && row[name] === null) {
      const as = field.as ?? name;
      if (as in answer) answer[as] = null;
    }
  }
}

/** A row as the reader may see it: fields they may not read are absent (A28), sealed ones stand in `get` alone. */
export function serialize(plan: Plan, row: Row, reader: Reader, view: 'list' | 'get'): Answer {
  const rules = rulesOf(plan.entity.name);
  const answer: Answer = {};
  for (const output of plan.outputs) {
    if (output.detailOnly && view === 'list') continue;
    if (output.read && !output.read.includes(reader.role)) continue;
    put(answer, output.path, answerOf(plan.entity, output, row, reader, rules));
  }
  emptyReferences(plan, row, answer);
  return answer;
}
