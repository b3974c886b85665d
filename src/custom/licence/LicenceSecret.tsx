import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { Secret } from './Secret.tsx';

interface Props {
  licence: RecordData;
  part: 'lic_secret' | 'failback_secret';
  /** The name of its file. */
  name: string;
  title?: string;
}

/** A licence of a record, or its failback licence. Where people are asked again before, it is fetched once it is wanted. */
export function LicenceSecret({ licence, part, name, title }: Props) {
  const data = useConsoleDataProvider();
  const read = async (): Promise<string> => {
    const shown = licence[part] as string | null | undefined;
    return shown || ((await data.call('assignment_reveal', { path: { id: Number(licence.id) } }))[part] ?? '');
  };
  return <Secret read={read} name={name} {...(title !== undefined && { title })} />;
}
