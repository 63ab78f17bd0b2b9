import { useRef } from 'preact/hooks'
import { newRequestId } from '../api/request-id.ts'

export interface Attempt {
  /** The Idempotency-Key of an input. */
  idOf(input: unknown): string
  /** The server has refused the input: the next attempt is another request. */
  end(): void
}

/** The same sale pressed twice, or again after its response was lost, takes its places once. */
export function useAttempt(prefix: string): Attempt {
  const attempt = useRef({ content: '', id: '' })
  return {
    idOf(input) {
      const content = JSON.stringify(input)
      if (attempt.current.content !== content) attempt.current = { content, id: newRequestId(prefix) }
      return attempt.current.id
    },
    end() {
      attempt.current = { content: '', id: '' }
    },
  }
}
