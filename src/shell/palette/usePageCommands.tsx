import { useNavigate } from 'react-router';
import { text, translate } from '../../i18n/text.ts';
import { usePlaces } from '../keys/usePlaces.ts';
import type { Command } from './command.ts';

/** The pages of the signed-in user, found by words of both languages. */
export function usePageCommands(): Command[] {
  const navigate = useNavigate();
  return usePlaces().map(({ path, label, group, icon, key }) => ({
    id: `page ${path}`,
    group: text().palette.pages,
    title: translate(label),
    // A page with the same name as its group shows it once.
    detail: group && translate(group) !== translate(label) ? translate(group) : undefined,
    icon,
    words: [label, group].flatMap((one) => (one ? [one.en, one.zh] : [])),
    keys: key && `g ${key}`,
    run: () => void navigate(path),
  }));
}
