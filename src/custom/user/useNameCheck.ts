import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Asks the server whether the login name is free before a user is created (R-VALID-06); the reason is shown at the
 * name.
 */
export function useNameCheck(): (values: Values) => Promise<Readonly<Record<string, string>>> {
  const data = useConsoleDataProvider();
  return async ({ name }): Promise<Readonly<Record<string, string>>> => {
    if (!name) return {};
    const { success, reason } = await data.call('user_check', { body: { type: 'name', name: String(name).trim() } });
    return success ? {} : { name: reason ?? '' };
  };
}
