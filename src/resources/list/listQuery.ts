import type { GetListParams } from 'react-admin';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import type { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';

/**
 * A request of a list for React Query. Its key is that of react-admin's own lists, so that whatever refreshes those refreshes
 * it too.
 */
export const listQuery = (
  data: ReturnType<typeof useConsoleDataProvider>,
  { name }: Entity,
  params: GetListParams,
) => ({
  queryKey: [name, 'getList', params],
  queryFn: ({ signal }: { signal: AbortSignal }) => data.getList<RecordData>(name, { ...params, signal }),
});
