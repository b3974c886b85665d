/** The state of the sign-in that is being tested in this browser; the window of the sign-in reads it. */
const stateKey = 'licence.provider_test';
/** Where the window of a tested sign-in hands over the parameters with which the provider sent it back. */
const channelName = 'licence.provider_test';

/**
 * Waits until the window of a tested sign-in is back from the provider. The verifier stays in this page.
 * @param onBack gets the parameters with which the provider sent the window back
 * @returns a function that stops waiting
 */
export function awaitProviderTest(state: string, onBack: (parameters: string) => void): () => void {
  localStorage.setItem(stateKey, state);
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (new URLSearchParams(String(data)).get('state') === state) onBack(String(data));
  });
  return () => {
    channel.close();
    if (localStorage.getItem(stateKey) === state) localStorage.removeItem(stateKey);
  };
}

/**
 * Hands the parameters of a tested sign-in over to the page that tests it, and closes this window.
 * @returns false if they belong to no test
 */
export function endProviderTest(parameters: string): boolean {
  if (new URLSearchParams(parameters).get('state') !== localStorage.getItem(stateKey)) return false;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(parameters);
  channel.close();
  window.close();
  return true;
}
