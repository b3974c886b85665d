import type { Entity } from '../../contract/entity.ts';
import type { ImportAnswer } from '../../contract/import.ts';
import { type RequestOptions, request } from './httpClient.ts';

/** The rows of a file as the server takes them. */
export interface ImportBody {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly dry_run: boolean;
}

/** Makes records of rows, or tells what would happen. Rejects with an HttpError. */
export const importRows = (
  entity: Entity,
  body: ImportBody,
  options: Pick<RequestOptions, 'signal' | 'quiet' | 'headers'>,
): Promise<ImportAnswer> => request<ImportAnswer>(`/v1/${entity.path}/import`, { method: 'POST', body, ...options });
