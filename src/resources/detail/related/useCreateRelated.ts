import { useMemo } from 'react';
import { useRecordContext } from 'react-admin';
import { wholeListScreen } from '../../../../contract/relations/embeddedLists.ts';
import { filterByReference } from '../../../../contract/relations/inverse.ts';
import { type Entity, mayWrite } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import type { FormOptions } from '../../form/entityFields.ts';
import { useCreateDialog } from '../../list/toolbar/CreateButton.tsx';
import { useOverrides } from '../../overrides.ts';
import { isExcluded } from './isExcluded.ts';

interface Related {
  readonly entity: Entity;
  /** The field that refers to the owning record. */
  readonly by: string;
  /** The owning record. */
  readonly id: number;
}

/**
 * The form for a new record of the list, as on the entity's own screen, with the owning record filled in. Undefined if
 * the role has only screens with some of the records, whose forms differ, or if a custom dialog creates the record.
 */
function useCreateOptions({ entity, by, id }: Related): FormOptions | undefined {
  const role = useRole();
  const { create: customDialog } = useOverrides(entity.name);
  return useMemo(() => {
    const { form = entity.form, required, preset, choices } = wholeListScreen(entity, role) ?? {};
    const hasScreens = entity.screens?.some(({ roles }) => roles.includes(role)) ?? false;
    if (!form || customDialog || (hasScreens && !wholeListScreen(entity, role))) return undefined;
    return {
      form,
      ...(required && { required }),
      ...(choices && { choices }),
      preset: { ...preset, ...filterByReference(entity, by, id) },
    };
  }, [entity, by, id, role, customDialog]);
}

/** Opens the form for a new record of the list; undefined if the role may not create one here or no more are allowed. */
export function useCreateRelated(props: Related, total: number): (() => void) | undefined {
  const { entity, by } = props;
  const role = useRole();
  const options = useCreateOptions(props);
  const create = useCreateDialog(entity, options);
  const record = useRecordContext<RecordData>();
  const field = entity.fields[by];
  const { where, to = '' } = field?.items ?? field ?? {};
  const owner = entity.contract.byName.get(to);
  const isRefused = record !== undefined && owner !== undefined && isExcluded(owner, record, where);
  // Records that belong by something else than a field of their own are created elsewhere.
  const isPossible = field && mayWrite(field, role, 'create') && !isRefused && !(field.unique && total > 0);
  return isPossible ? create : undefined;
}
