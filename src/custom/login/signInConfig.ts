import type { EndpointAnswer } from '../../../contract/endpoints/index.ts';
import { requestJson } from '../../dataProvider/http/httpClient.ts';

type SignInConfig = EndpointAnswer<'auth_config'>;

let config: Promise<SignInConfig> | undefined;

/** The ways to sign in that the server offers; asked for once per page. */
export function signInConfig(): Promise<SignInConfig> {
  config ??= requestJson<SignInConfig>('/v1/auth/config', { quiet: true });
  return config;
}
