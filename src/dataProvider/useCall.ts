import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Answer, EndpointName } from '../../contract/endpoints/index.ts';
import type { CallArguments, CallInput } from './call.ts';
import type { ConsoleDataProvider } from './dataProvider.ts';

/** The console's DataProvider: react-admin's, with the declared endpoints and the download. */
export const useConsoleData = () => useDataProvider<ConsoleDataProvider>();

type QueryOptions<N extends EndpointName> = Omit<UseQueryOptions<Answer<N>>, 'queryKey' | 'queryFn'>;

/** Reads a declared endpoint; the cache knows it by its name and its input. */
export function useCallQuery<N extends EndpointName>(name: N, input?: CallInput<N>, options?: QueryOptions<N>) {
  const data = useConsoleData();
  return useQuery<Answer<N>>({
    queryKey: [name, input?.path, input?.query],
    queryFn: ({ signal }) => {
      const args = [{ ...input, signal }] as unknown as CallArguments<N>;
      return data.call(name, ...args);
    },
    ...options,
  });
}

/** Writes by a declared endpoint; what is shown is asked for again when it has succeeded. */
export function useCallMutation<N extends EndpointName>(name: N) {
  const data = useConsoleData();
  return useMutation<Answer<N>, Error, CallInput<N>>({
    mutationFn: (input) => {
      const args = [input] as unknown as CallArguments<N>;
      return data.call(name, ...args);
    },
  });
}
