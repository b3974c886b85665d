import demoData from './demoData.ts';
import demoDatabase from './demoDatabase.ts';

/** Once before the tests in the browser: both demos, made beside each other. Out: what removes them. */
export default async function setup(): Promise<() => Promise<void>> {
  const [removeData, removeDatabase] = await Promise.all([demoData(), demoDatabase()]);
  return async () => {
    removeData();
    await removeDatabase();
  };
}
