import { useEffect, useState } from 'preact/hooks'

const typingMilliseconds = 350

/** A value once it has not changed for a moment, so that lists are reloaded after typing ends. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
