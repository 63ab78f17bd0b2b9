import { useEffect, useState } from 'preact/hooks'
import { watchLiveness, type Liveness } from '../events/liveness.ts'
import { useSession } from '../session/context.tsx'
import { useText } from '../text/language.tsx'

/** Shows whether events arrive; while they do not, the pages show the last known state. */
export function ConnectionNotice() {
  const translate = useText()
  const session = useSession()
  const [state, setState] = useState<Liveness>('connecting')
  useEffect(() => watchLiveness(session, setState), [session])
  return (
    <p role="status" class={`connection ${state}`} data-testid="connection">
      {translate(`connection.${state}`)}
    </p>
  )
}
