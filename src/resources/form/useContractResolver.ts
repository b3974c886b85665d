import { useMemo } from 'react';
import { requiredOf } from '../../../contract/kinds/writable.ts';
import { bodyFields } from '../../../contract/relations/nestedChildren.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useCurrentEntity } from '../ContractContext.ts';
import { contractResolver, hiddenByCondition } from '../formState/contractResolver.ts';

/**
 * The resolver of a stock react-admin form of the current resource: it validates the fields that the role may write
 * with the server's own rule. `<SimpleForm resolver={useContractResolver('edit')}>`.
 */
export function useContractResolver(operation: 'create' | 'edit') {
  const entity = useCurrentEntity();
  const role = useRole();
  return useMemo(() => {
    const body = bodyFields(entity, role, operation);
    const fields = operation === 'create' ? requiredOf(body, entity.fields, currentCaller()) : body;
    return contractResolver(fields, { isHidden: hiddenByCondition(fields, entity) });
  }, [entity, role, operation]);
}
