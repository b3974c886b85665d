import { useQuery } from '@tanstack/react-query';
import { api, type Page } from '../../dataProvider/api.ts';
import type { RecordData } from '../registry.tsx';

/** The approved orders that may serve a project, once it is known. */
export const useOrders = (project: number | undefined) =>
  useQuery({
    queryKey: ['order', 'forProject', project],
    queryFn: () =>
      api<Page<RecordData>>('/v1/order/list', {
        query: { filter_project_id: project, filter_status: 2, per_page: 100 },
      }),
    enabled: project !== undefined,
  });
