import { useEffect, useState } from 'preact/hooks'

/** As in the styles, where tables become cards. */
const narrow = matchMedia('(max-width: 40rem)')

/** Whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches)
  useEffect(() => {
    const update = (): void => setNarrow(narrow.matches)
    narrow.addEventListener('change', update)
    return () => narrow.removeEventListener('change', update)
  }, [])
  return isNarrow
}
