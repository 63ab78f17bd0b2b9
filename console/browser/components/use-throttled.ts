import { useCallback, useEffect, useRef } from 'preact/hooks'

/** Calls at most once in an interval, however often it is requested. */
export function useThrottled(work: () => void, milliseconds: number): () => void {
  const latest = useRef(work)
  latest.current = work
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, milliseconds)
  }, [milliseconds])
}
