import { type ReactNode, useMemo } from 'react';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { Fields } from '../../../../contract/schema/field/field.ts';
import { useContract, useResourceEntity } from '../../ContractContext.ts';
import { FollowDefaults } from '../../form/FollowDefaults.tsx';
import { RowScopeProvider } from '../shared/RowScope.ts';

/** Children that a form saves together with their record. */
interface ChildSection {
  readonly child: Entity;
  /** The reference of a child to the record. */
  readonly by: string;
}

/** The section of children that an input of the current resource is for; undefined if it is for a field. */
export function useChildSection(source: string): ChildSection | undefined {
  const contract = useContract();
  const declared = useResourceEntity()?.children?.[source];
  return useMemo(() => declared && { child: contract.entity(declared.entity), by: declared.by }, [contract, declared]);
}

interface Props {
  section: ChildSection;
  /** The path of the row in the form. */
  source: string;
  /** The fields that the row asks for. */
  fields: Fields;
  /** The child as it was read; undefined for a new one. */
  saved?: Readonly<Record<string, unknown>> | undefined;
  children: ReactNode;
}

/** The inputs of a child in its row: they know each other, and those of a new child follow each other's values. */
export function ChildScope({ section: { child, by }, source, fields, saved, children }: Props) {
  const scope = useMemo(() => ({ entity: child, saved, prefix: `${source}.`, by }), [child, saved, source, by]);
  // What a child has from its record is filled in by the server.
  const { [by]: _, ...followed } = { ...child.fields, ...fields };
  return (
    <RowScopeProvider value={scope}>
      {!saved && <FollowDefaults fields={fields} all={followed} />}
      {children}
    </RowScopeProvider>
  );
}
