import type { RawBuilder } from 'kysely';
import { titleColumn } from '../../../contract/relations/title.ts';
import { ownProperties } from '../../../contract/roles/index.ts';
import type { Condition, Role } from '../../../contract/schema/access.ts';
import { hasRight } from '../../../contract/schema/access.ts';
import { type NamedAction, namedActions } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { entitySteps, type NamedStep } from '../../../contract/schema/lifecycle.ts';
import { type Requirements, requirementsOf } from '../../../contract/schema/requirement.ts';
import type { Caller } from '../../core/context.ts';
import { compileSql } from '../../db/schema/sqlText.ts';
import { viewFor } from '../compile/resource.ts';
import { conditionPredicate, scopePredicate } from '../compile/scope.ts';
import { parseListQuery } from './listRequest.ts';
import { listStatement } from './pageStatement.ts';
import { itemStatement } from './read.ts';
import { countStatement } from './summaryStatements.ts';

const width = 110;

/** Placeholders of the properties that roles declare as their own. */
const own = Object.fromEntries(
  ownProperties.map(({ name }) => [name, `my ${name.replace(/_id$/, '').replaceAll('_', ' ')}`]),
);

/** A caller of the role whose property values are readable placeholders. */
const exampleCaller = (role: Role): Caller =>
  ({ id: 'my id', role, name: '', enterprise_id: 'my enterprise', parent_id: 'my owner', tags: 0, own }) as never;

/** A statement in one line, with its parameters inlined and names unquoted where possible. */
export function statementText(statement: RawBuilder<unknown>): string {
  const { sql, parameters } = compileSql(statement);
  const value = (index: string): string => {
    const found = parameters[Number(index) - 1];
    return /^(my |:)/.test(String(found))
      ? `:${String(found).replace(/^:/, '').replace(' ', '_')}`
      : JSON.stringify(found);
  };
  return sql
    .replace(/\$(\d+)/g, (_, index) => value(index))
    .replace(/"(\w+)"/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Breaks a text at its spaces into indented lines of a readable width. */
function wrapped(text: string, indent: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + indent.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => indent + line);
}

/** Splits a statement into one line per clause. */
const clauses = (text: string): string[] =>
  text
    .split(
      / (?=from \w+ as t\b|from \(select t\b|join \w+ as t\b|left join|where t\.deleted_at|where true$|order by t\.|limit )/,
    )
    .flatMap((clause) => wrapped(clause, '    ').map((line, index) => (index === 0 ? line.slice(2) : line)));

const names = (fields: Iterable<string>): string => [...fields].join(', ') || 'nothing';
const fieldNames = (fields: Fields): string => names(Object.keys(fields));

const describeRequirements = (entity: Entity, required: Requirements, caller: Caller): string[] =>
  requirementsOf(required).map(({ holds }) => `while ${statementText(conditionPredicate(entity, holds, caller))}`);

/** Describes an action: its endpoint, its input, and the rows that it applies to. */
function describeAction(entity: Entity, action: NamedAction, caller: Caller): string {
  const { endpoint, sends = {}, input } = action;
  const fixed = Object.entries(sends).map(([name, value]) => `with ${name} ${value}`);
  const asked = input ? [`asks ${fieldNames(input)}`] : [];
  return [
    [`by POST ${endpoint.path}`, ...fixed].join(' '),
    ...asked,
    ...describeRequirements(entity, action, caller),
  ].join('; ');
}

/** Describes each operation, step and action that the role has. */
function rights(entity: Entity, role: Role): [string, string][] {
  const caller = exampleCaller(role);
  const view = viewFor(entity, role);
  const only = (condition: Condition | undefined): string =>
    condition ? `while ${statementText(conditionPredicate(entity, condition, caller))}` : '';
  const has = (operation: 'list' | 'get' | 'create' | 'edit' | 'remove') =>
    hasRight(entity.access, operation, role) && !entity.without?.includes(operation);
  const asked = (step: NamedStep): string =>
    [step.input && `asks ${fieldNames(step.input)}`, ...describeRequirements(entity, step, caller)]
      .filter(Boolean)
      .join('; ');
  const steps = entitySteps(entity).filter((step) => step.roles.includes(role));
  const plain: [string, string | false][] = [
    ['list', has('list') && 'the rows below'],
    ['lookup', hasRight(entity.access, 'lookup', role) && `${titleColumn(entity)} of the rows below`],
    ['get', has('get') && 'the rows below'],
    ['create', has('create') && `sets ${fieldNames(view.create)}`],
    ['edit', has('edit') && [`sets ${fieldNames(view.edit)}`, only(entity.editWhile)].filter(Boolean).join('; ')],
    ['remove', has('remove') && (only(entity.removeWhile) || 'unless another record needs it')],
  ];
  return [
    ...plain.filter((one): one is [string, string] => one[1] !== false),
    ...steps.map((step): [string, string] => [
      step.name,
      [`${entity.lifecycle?.field} ${step.from.join(' or ')} to ${step.to}`, asked(step)].filter(Boolean).join('; '),
    ]),
    ...namedActions(entity)
      .filter((action) => action.roles.includes(role))
      .map((action): [string, string] => [action.name, describeAction(entity, action, caller)]),
  ];
}

/**
 * Explains what a declaration means for a role, in words and SQL: its rights, its rows, what is selected, and the
 * parameters of a list.
 * @param role a role with rights on the entity
 * @returns a text of several lines
 */
export function explainEntity(entity: Entity, role: Role): string {
  const caller = exampleCaller(role);
  const view = viewFor(entity, role);
  const query = parseListQuery(entity, {}, caller, new Date(0));
  const pad = Math.max(...rights(entity, role).map(([name]) => name.length), 'searched in'.length) + 2;
  const line = ([name, text]: [string, string]): string[] =>
    wrapped(text, ' '.repeat(pad + 2)).map((one, index) =>
      index === 0 ? `  ${name.padEnd(pad)}${one.trimStart()}` : one,
    );
  const all = { conditions: [], parameters: {} };
  const item = clauses(statementText(itemStatement(view.item, caller, ':id' as never)));
  const isSame = statementText(view.item.select) === statementText(view.list.select);
  return [
    `${entity.name} for ${role}: table ${entity.table}, path /v1/${entity.path}`,
    '',
    'May',
    ...rights(entity, role).flatMap(line),
    '',
    'Rows',
    ...wrapped(statementText(scopePredicate(entity, caller)), '  '),
    '',
    'A list takes',
    ...line(['filters', names(view.filters.keys())]),
    ...line(['sortable', names(view.sortable)]),
    ...line(['searched in', names(view.search)]),
    '',
    'A list reads',
    ...clauses(statementText(listStatement(view.list, caller, { query, counting: all }))),
    '',
    'Its total, unless the page has it, reads',
    ...clauses(statementText(countStatement(entity, caller, all))),
    '',
    'One record reads',
    ...(isSame ? ['  the same, by its id'] : item),
    '',
  ].join('\n');
}
