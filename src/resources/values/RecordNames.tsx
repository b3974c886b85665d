import { type Identifier, useGetManyAggregate, useGetRecordRepresentation } from 'react-admin';

/** The records that a list of references points to, as react-admin represents them; those that are gone by their numbers. */
export function RecordNames({ to, ids }: { to: string; ids: readonly Identifier[] }) {
  const represent = useGetRecordRepresentation(to);
  const { data = [], isPending } = useGetManyAggregate(to, { ids: [...ids], meta: { quiet: true } });
  const name = (id: Identifier) => String(represent(data.find((one) => one?.id === id) ?? { id }));
  return <>{isPending ? '…' : ids.map(name).join(', ')}</>;
}
