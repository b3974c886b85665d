import { allScopes } from '../access/scopes.ts';
import { scopeWord } from '../access/scopeWord.ts';
import { hasImport } from '../lists/hasImport.ts';
import type { Label } from '../messages/label.ts';
import { bodyFields } from '../relations/nestedChildren.ts';
import type { Role } from '../roles/index.ts';
import { hasRight, mayReadRecords } from '../schema/access.ts';
import { type Contract, type Entity, mayRead, mayWrite } from '../schema/entity.ts';
import { fieldName, operationName, ownEntities, programEntities } from './withheld.ts';

/** A right of a role that can be withheld, under its name. */
export interface RoleRight {
  readonly name: string;
  readonly label: Label;
}

/** A field that a role sees or writes; what it may do with it under the names by which that is withheld. */
export interface RoleField {
  readonly field: string;
  readonly label: Label;
  /** Undefined if the role does not see it, or if records are known by it. */
  readonly read?: string;
  /** Undefined if the role writes the field in no form. */
  readonly write?: string;
}

/** What a role may do with the records of one entity. */
export interface EntityRights {
  readonly entity: string;
  readonly label: Label;
  /** Operations, steps and actions. */
  readonly operations: readonly RoleRight[];
  readonly fields: readonly RoleField[];
}

const exportLabel: Label = { en: 'Export', zh: '导出' };
const importLabel: Label = { en: 'Import', zh: '导入' };

/** The operations of lists that no scope names. */
function listOperations(entity: Entity, role: Role): RoleRight[] {
  const mayExport = hasRight(entity.access, 'list', role) && !entity.without?.includes('export');
  const mayImport = hasImport(entity) && hasRight(entity.access, 'create', role);
  return [
    ...(mayExport ? [{ name: operationName(entity, 'export'), label: exportLabel }] : []),
    ...(mayImport ? [{ name: operationName(entity, 'import'), label: importLabel }] : []),
  ];
}

/** Some roles have the right to edit for the sake of steps alone: then there is nothing else to withhold. */
const isOffered = (entity: Entity, role: Role, name: string): boolean => {
  if (name === operationName(entity, 'edit')) return Object.keys(bodyFields(entity, role, 'edit')).length > 0;
  return name !== 'user:read';
};

function operationsOf(entity: Entity, role: Role): RoleRight[] {
  const word = scopeWord(entity);
  const named = allScopes(entity.contract)
    .filter(({ scope, roles }) => scope.split(':')[0] === word && roles.includes(role))
    .map(({ scope, label }) => ({ name: scope, label }))
    .filter(({ name }) => isOffered(entity, role, name));
  const [first, ...rest] = named;
  const ofList = listOperations(entity, role);
  return first && first.name === operationName(entity, 'read') ? [first, ...ofList, ...rest] : [...ofList, ...named];
}

/** The fields that others are known by: they are part of every answer that names a record. */
const isIndispensable = ({ title, lifecycle }: Entity, name: string): boolean =>
  lifecycle?.field === name || [title].flat().some((path) => path.split('.')[0] === name);

function fieldsOf(entity: Entity, role: Role): RoleField[] {
  if (!mayReadRecords(entity.access, role)) return [];
  return Object.entries(entity.fields).flatMap(([name, field]): RoleField[] => {
    const isWritten = (['create', 'edit'] as const).some(
      (operation) => hasRight(entity.access, operation, role) && mayWrite(field, role, operation),
    );
    const isSeen = mayRead(field, role) && !field.inputOnly && !isIndispensable(entity, name);
    if (!isSeen && !isWritten) return [];
    const { label } = field;
    const names = { read: fieldName(entity, name, 'read'), write: fieldName(entity, name, 'write') };
    return [{ field: name, label, ...(isSeen && { read: names.read }), ...(isWritten && { write: names.write }) }];
  });
}

/**
 * Everything that can be withheld from a role, entity by entity: what it may do with records, and the fields that it
 * sees and writes. What a person needs for their own account is left out, and so is what programs do.
 * @param contract with all declarations
 */
export const roleRights = (contract: Contract, role: Role): EntityRights[] =>
  contract.entities.flatMap((entity) => {
    if (ownEntities.includes(entity.name) || programEntities.includes(entity.name)) return [];
    const [operations, fields] = [operationsOf(entity, role), fieldsOf(entity, role)];
    return operations.length + fields.length === 0
      ? []
      : [{ entity: entity.name, label: entity.labels, operations, fields }];
  });

/** The names of everything that can be withheld from a role. */
export const rightNames = (contract: Contract, role: Role): string[] =>
  roleRights(contract, role).flatMap(({ operations, fields }) => [
    ...operations.map(({ name }) => name),
    ...fields.flatMap(({ read, write }) => [read, write].filter((name) => name !== undefined)),
  ]);

/** What a right is called, with the records that it is about; its own name if the role has no such right. */
export function rightLabel(contract: Contract, role: Role, name: string): Label {
  for (const { label, operations, fields } of roleRights(contract, role)) {
    const found =
      operations.find((one) => one.name === name) ?? fields.find(({ read, write }) => [read, write].includes(name));
    if (found) return { en: `${label.en}: ${found.label.en}`, zh: `${label.zh}：${found.label.zh}` };
  }
  return { en: name, zh: name };
}
