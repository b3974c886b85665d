import { useMutation } from '@tanstack/react-query';
import type { NamedAction } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { EndpointOptions } from '../../dataProvider/callEndpoint.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';

interface ActionVariables {
  readonly record: RecordData;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options?: EndpointOptions;
}

/** Runs an action on a record; afterwards the shown data is fetched again. */
export function useAction(entity: Entity, action: NamedAction) {
  const data = useConsoleDataProvider();
  return useMutation<RecordData, Error, ActionVariables>({
    mutationFn: ({ record, input, options }) => data.act(entity, action, record, input, options),
  });
}
