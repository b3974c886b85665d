import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { passkeyObstacle } from '../../shell/secondFactor/passkeySupport.ts';
import { signInConfig } from './signInConfig.ts';

/** Loaded only where passkeys work. */
const PasskeyButton = lazy(() => import('./PasskeyButton.tsx'));

/** True once it is known that passkeys work on this page. */
export function usePasskeys(): boolean {
  const [works, setWorks] = useState(false);
  useEffect(() => {
    signInConfig()
      .then(({ passkey_origin }) => setWorks(passkeyObstacle(passkey_origin) === undefined))
      .catch(() => undefined);
  }, []);
  return works;
}

/** The button for a sign-in with a passkey. It is shown only where passkeys work. */
export function PasskeyLink(props: ComponentProps<typeof PasskeyButton>) {
  return usePasskeys() ? (
    <Suspense fallback={null}>
      <PasskeyButton {...props} />
    </Suspense>
  ) : null;
}
