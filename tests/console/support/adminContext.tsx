import { CoreAdminContext, type CoreAdminContextProps } from 'react-admin';
import type { Contract } from '../../../contract/schema/entity.ts';
import { ContractProvider } from '../../../src/resources/ContractContext.ts';

/** The context that the components of the console need: the entities of a contract, and react-admin. */
export const AdminContext = ({ contract, ...props }: CoreAdminContextProps & { contract: Contract }) => (
  <ContractProvider value={contract}>
    <CoreAdminContext {...props} />
  </ContractProvider>
);
