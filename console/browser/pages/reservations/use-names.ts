import { useEffect, useState } from 'preact/hooks'
import { cenoteChoices, tourChoices } from '../../choices/sources.ts'
import type { ReservationDetailFragment } from '../../generated/operations.ts'
import { useSession } from '../../session/context.tsx'
import { useLanguage } from '../../text/language.tsx'
import type { ChangedField } from './changed-fields.tsx'

const sources = { cenoteId: cenoteChoices, tourId: tourChoices } as const

/** Names by id for changes of a reservation: of its product and services, and of products that it was moved from or to. */
export function useNames(
  changes: readonly ChangedField[],
  { product, services }: Pick<ReservationDetailFragment, 'product' | 'services'>,
): (id: string) => string {
  const { api } = useSession()
  const { language } = useLanguage()
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map())
  const known = new Map<string, string>([
    [product.id, product.name] as const,
    ...services.map(({ cenoteServiceId, name }) => [cenoteServiceId, name] as const),
  ])
  const wanted = changes.flatMap(({ field, oldValue, newValue }) =>
    field === 'cenoteId' || field === 'tourId'
      ? [oldValue, newValue].flatMap((id) => (typeof id === 'string' && !known.has(id) ? [{ field, id } as const] : []))
      : [],
  )
  const ids = [...new Set(wanted.map(({ id }) => id))].join()
  useEffect(() => {
    if (ids === '') return undefined
    let isLatest = true
    const reading = ids.split(',').map(async (id) => {
      const field = wanted.find((one) => one.id === id)?.field ?? 'cenoteId'
      return [id, (await sources[field].nameOf(api, id, language)) ?? id] as const
    })
    void Promise.all(reading).then((names) => isLatest && setFound(new Map(names)))
    return () => {
      isLatest = false
    }
  }, [api, ids, language])
  return (id) => known.get(id) ?? found.get(id) ?? id
}
