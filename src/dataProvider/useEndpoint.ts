import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { EndpointAnswer, EndpointName } from '../../contract/endpoints/index.ts';
import type { EndpointArguments, EndpointInput } from './callEndpoint.ts';
import type { ConsoleDataProvider } from './dataProvider.ts';

/** The console's DataProvider: react-admin's methods, with the declared endpoints and the download. */
export const useConsoleDataProvider = () => useDataProvider<ConsoleDataProvider>();

type EndpointQueryOptions<N extends EndpointName> = Omit<UseQueryOptions<EndpointAnswer<N>>, 'queryKey' | 'queryFn'>;

/** Reads a declared endpoint; its name and input are the cache key. */
export function useEndpointQuery<N extends EndpointName>(
  name: N,
  input?: EndpointInput<N>,
  options?: EndpointQueryOptions<N>,
) {
  const data = useConsoleDataProvider();
  return useQuery<EndpointAnswer<N>>({
    queryKey: [name, input?.path, input?.query],
    queryFn: ({ signal }) => {
      const args = [{ ...input, signal }] as unknown as EndpointArguments<N>;
      return data.call(name, ...args);
    },
    ...options,
  });
}

/** Writes by a declared endpoint; everything that is shown is fetched again when it succeeds. */
export function useEndpointMutation<N extends EndpointName>(name: N) {
  const data = useConsoleDataProvider();
  return useMutation<EndpointAnswer<N>, Error, EndpointInput<N>>({
    mutationFn: (input) => {
      const args = [input] as unknown as EndpointArguments<N>;
      return data.call(name, ...args);
    },
  });
}
