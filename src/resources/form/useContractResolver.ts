import { useMemo } from 'react';
import { bodyFields } from '../../../contract/relations/nestedChildren.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useCurrentEntity } from '../ContractContext.ts';
import { contractResolver, hiddenByCondition } from '../formState/contractResolver.ts';

/**
 * The resolver of a stock react-admin form of the current resource: it validates the fields that the role may write
 * with the server's own rule. `<SimpleForm resolver={useContractResolver('edit')}>`.
 */
export function useContractResolver(operation: 'create' | 'edit') {
  const entity = useCurrentEntity();
  const role = useRole() ?? 'Subordinate';
  return useMemo(() => {
    const fields = bodyFields(entity, role, operation);
    return contractResolver(fields, { isHidden: hiddenByCondition(fields, entity) });
  }, [entity, role, operation]);
}
