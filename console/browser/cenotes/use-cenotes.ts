import { useEffect, useState } from 'preact/hooks'
import type { Api, Result } from '../api/api.ts'
import { CenoteNamesDocument, type CenoteNamesQuery } from '../generated/operations.ts'
import { useSession } from '../session/context.tsx'

export type CenoteName = CenoteNamesQuery['cenotes']['nodes'][number]

/** Read once for each session. */
const known = new WeakMap<Api, Promise<readonly CenoteName[]>>()

/** The active cenotes by name; null until they are read, none for a key that may not read them. */
export function useCenotes(): readonly CenoteName[] | null {
  const { api, may } = useSession()
  const [cenotes, setCenotes] = useState<readonly CenoteName[] | null>(null)
  const isReadable = may('catalog:read')
  useEffect(() => {
    if (!isReadable) return setCenotes([])
    const reading = known.get(api) ?? readAll(api)
    known.set(api, reading)
    void reading.then(setCenotes)
  }, [api, isReadable])
  return cenotes
}

async function readAll(api: Api): Promise<readonly CenoteName[]> {
  const cenotes: CenoteName[] = []
  let after: string | null = null
  for (;;) {
    const result: Result<CenoteNamesQuery> = await api.query(CenoteNamesDocument, { after })
    // Without the names all other filters still work.
    if ('failure' in result) {
      known.delete(api)
      return cenotes
    }
    const { nodes, pageInfo }: CenoteNamesQuery['cenotes'] = result.data.cenotes
    cenotes.push(...nodes)
    if (!pageInfo.hasNextPage) return cenotes
    after = pageInfo.endCursor
  }
}
