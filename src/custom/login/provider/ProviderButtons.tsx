import { followProviderJump, type ProviderJump } from '../../../authProvider/jump.ts';
import { requestJson } from '../../../dataProvider/http/httpClient.ts';
import { offeredProviders, providerLabel } from './providers.ts';

interface Props {
  busy: boolean;
  /** Runs a request of the page; its failure is shown there. */
  run: (work: () => Promise<void>) => Promise<void>;
}

/** A button for each sign-in provider. It goes there without a session: with one, an account would be linked. */
export function ProviderButtons({ busy, run }: Props) {
  const begin = (provider_id: number) =>
    run(async () => {
      const options = { method: 'POST', body: { provider_id }, quiet: true, anonymous: true } as const;
      followProviderJump(await requestJson<ProviderJump>('/v1/oidc/begin', options));
    });
  return offeredProviders().map((provider) => (
    <button
      key={provider.id}
      type="button"
      className="login-other"
      disabled={busy}
      onClick={() => void begin(provider.id)}
    >
      {providerLabel(provider)}
    </button>
  ));
}
