import { useEffect, useState } from 'preact/hooks'
import type { ConnectionState } from '../api/api.ts'
import { useSession } from '../session/context.tsx'
import { useText } from '../text/language.tsx'

/** Shows whether events arrive; while they do not, the pages show the last known state. */
export function ConnectionNotice() {
  const translate = useText()
  const { api } = useSession()
  const [state, setState] = useState<ConnectionState>('connecting')
  useEffect(() => api.watchConnection(setState), [api])
  return (
    <p role="status" class={`connection ${state}`} data-testid="connection">
      {translate(`connection.${state}`)}
    </p>
  )
}
