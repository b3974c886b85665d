import { useEffect, useState } from 'react';

/** How long typing must pause before the server is asked, in milliseconds. */
const delayMs = 180;

/** The text, once typing has paused. */
export function useDebouncedText(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
