import { useEffect } from 'react';
import { addUnsaved } from './unsaved.ts';

/** While it is on, the browser asks before it leaves the page, and the console before it changes the session. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => (isOn ? addUnsaved() : undefined), [isOn]);
}
