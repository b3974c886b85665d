import { useMutation } from '@tanstack/react-query';
import type { NamedAction } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { CallOptions } from '../../dataProvider/call.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useConsoleData } from '../../dataProvider/useCall.ts';

interface Taken {
  readonly record: RecordData;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options?: CallOptions;
}

/** Takes an action of an entity with a record; what is shown is asked for again when it has succeeded. */
export function useAct(entity: Entity, action: NamedAction) {
  const data = useConsoleData();
  return useMutation<RecordData, Error, Taken>({
    mutationFn: ({ record, input, options }) => data.act(entity, action, record, input, options),
  });
}
