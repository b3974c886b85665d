import { asset } from '../../../examples/service-desk/assets/asset.ts';
import { assetVisit } from '../../../examples/service-desk/assets/assetVisit.ts';
import { serviceContract } from '../../../examples/service-desk/assets/serviceContract.ts';

/** The entities of the examples in docs/reference/declaration, as registered in contract/index.ts. */
export const assetDesk = { asset, asset_visit: assetVisit, service_contract: serviceContract };
