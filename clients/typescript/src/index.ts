export { ApiError } from './apiError.ts';
export { type Client, type ClientOptions, createClient } from './createClient.ts';
export type { ApiAnswer, ApiInput, ListPath, PathWith, Row, Schemas, WebhookEvent } from './operations.ts';
export { type WaitOptions, waitFor } from './waitFor.ts';
