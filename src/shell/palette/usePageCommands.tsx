import { useNavigate } from 'react-router';
import { text, translate } from '../../i18n/text.ts';
import { usePlaces } from '../keys/usePlaces.ts';
import type { Command } from './command.ts';

/** The pages of whoever is signed in, found by the words of either language. */
export function usePageCommands(): Command[] {
  const navigate = useNavigate();
  return usePlaces().map(({ path, label, group, icon, key }) => ({
    id: `page ${path}`,
    group: text().palette.pages,
    title: translate(label),
    // A page that is called as its group is named once.
    detail: group && translate(group) !== translate(label) ? translate(group) : undefined,
    icon,
    words: [label, group].flatMap((one) => (one ? [one.en, one.zh] : [])),
    keys: key && `g ${key}`,
    run: () => void navigate(path),
  }));
}
