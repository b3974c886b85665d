import { useMemo } from 'react';
import { useResourceContext } from 'react-admin';
import { entityNamed } from '../../../contract/index.ts';
import { bodyFields } from '../../../contract/relations/nestedChildren.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { contractResolver, hiddenByCondition } from '../formState/contractResolver.ts';

/**
 * The resolver of a stock react-admin form over the resource around: it validates what the role may write by the rule
 * that the server applies. `<SimpleForm resolver={useContractResolver('edit')}>`.
 */
export function useContractResolver(operation: 'create' | 'edit') {
  const resource = useResourceContext() ?? '';
  const role = useRole() ?? 'Subordinate';
  return useMemo(() => {
    const entity = entityNamed(resource);
    const fields = bodyFields(entity, role, operation);
    return contractResolver(fields, { isHidden: hiddenByCondition(fields, entity) });
  }, [resource, role, operation]);
}
