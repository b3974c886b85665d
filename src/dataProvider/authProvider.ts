import { createAuthProvider } from '../authProvider/authProvider.ts';
import { requestJson } from './http/httpClient.ts';

/** The console's AuthProvider; it sends its requests by the same `request` as the rest of the data layer. */
export const authProvider = createAuthProvider(requestJson);
