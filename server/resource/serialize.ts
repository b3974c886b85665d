import type { Entity } from '../../contract/entity.ts';
import type { Choice } from '../../contract/field.ts';
import type { Language } from '../../contract/label.ts';
import { putAt } from '../../contract/path.ts';
import { openSealed } from '../db/sealed.ts';
import { rulesOf } from '../domain/index.ts';
import type { Reader, Rules } from '../domain/rules.ts';
import type { Output, Shape } from './shape.ts';

export type Row = Record<string, unknown> & { id: number };
export type Answer = Record<string, unknown>;

function named(choices: readonly Choice[] | undefined, id: unknown, language: Language): unknown {
  const found = choices?.find((choice) => choice.id === id);
  return found ? { id: found.id, name: found.label[language], ...found.extra } : null;
}

function answerOf(entity: Entity, output: Output, row: Row, reader: Reader, rules: Rules): unknown {
  const { field, alias } = output;
  const work = field.computed ? rules.computed?.[alias] : undefined;
  if (work) return work.value(row, reader) ?? null;
  const value = row[alias];
  if (output.named) return named(field.choices, value, reader.language);
  const shown = rules.shown?.[alias];
  if (shown) return shown(value, reader);
  if (field.sealed) return openSealed(reader.secrets, entity, alias, row);
  return value ?? null;
}

/** A row as the shape answers it: what the reader may not read is not in it (A28). */
export function serialize(shape: Shape, row: Row, reader: Reader): Answer {
  const rules = rulesOf(shape.entity.name);
  const answer: Answer = {};
  for (const output of shape.outputs) putAt(answer, output.path, answerOf(shape.entity, output, row, reader, rules));
  // A reference that points nowhere answers null, not an object of nulls.
  for (const { name, as } of shape.references) if (row[name] === null && as in answer) answer[as] = null;
  return answer;
}
