import { createAuthProvider } from '../authProvider/authProvider.ts';
import { request } from './http/httpClient.ts';

/** The console's AuthProvider, which sends what it sends as everything else is sent. */
export const authProvider = createAuthProvider(request);
