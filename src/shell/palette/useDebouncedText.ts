import { useEffect, useState } from 'react';

/** How long writing has to rest before the server is asked, in milliseconds. */
const delayMs = 180;

/** The text once writing rests. */
export function useDebouncedText(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
