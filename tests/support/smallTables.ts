import { contract } from '../../contract/index.ts';
import { summaryTables } from '../../server/db/summary/summaryTables.ts';

/** Tables that stay short, so that a sequential scan is acceptable. */
export const smallTables: Readonly<Record<string, string>> = {
  product: 'a vendor has some dozens',
  product_license: 'one for each product',
  signing_key: 'one for each rotation',
  service_account: 'a vendor and its enterprises have some dozens',
  service_token: 'a few for each account',
  webhook: 'a vendor and its enterprises have some dozens',
  webhook_delivery: 'sent by a worker, 30 days of events',
  identity_provider: 'a vendor has a few',
  role_variant: 'a vendor has a few for each role',
  product_setting: 'one',
  retention_setting: 'one',
  sign_in_setting: 'one',
  mail_setting: 'one',
  record_event: 'one for each event that waits, for moments',
  job: 'one for each job that waits, for moments',
  secret_key: 'one',
  lease: 'one for each turn of processes',
  serial_counter: 'one for each serial number without gaps, and one for each of their years or months',
  serial_period: 'one for each year or month of a serial number',
  stored_file: 'no entity of the product has a file',
  ...Object.fromEntries(contract.entities.flatMap(summaryTables).map((table) => [table, 'a few for each part'])),
  schema_migration: 'one line for each migration',
};
