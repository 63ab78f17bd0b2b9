import type { AuthorFragment } from '../../generated/operations.ts'
import { useText } from '../../text/language.tsx'

/** Who made a change: the kind of author, and the label of the key where it is shown. */
export function Author({ by }: { by: AuthorFragment | null }) {
  const translate = useText()
  if (!by) return null
  return (
    <span class="hint">
      {translate(`author.${by.type}`)}
      {by.keyLabel !== null && (
        <>
          {' · '}
          <bdi>{by.keyLabel}</bdi>
        </>
      )}
    </span>
  )
}
