import { asset } from '../../../examples/service-desk/assets/asset.ts';
import { assetVisit } from '../../../examples/service-desk/assets/assetVisit.ts';
import { serviceContract } from '../../../examples/service-desk/assets/serviceContract.ts';

/** The entities that the examples of docs/reference/declaration are parts of, as their lines in contract/index.ts would have them. */
export const assetDesk = { asset, asset_visit: assetVisit, service_contract: serviceContract };
