import { productNotFound } from '../product/index.ts'
import type { CenoteRow } from './cenote.ts'
import { allParts, type CenoteParts } from './columns.ts'
import type { CenoteContext } from './context.ts'

/** A cenote by any text; what names nothing is CENOTE_NOT_FOUND. */
export async function requireCenote(
  id: string,
  parts: CenoteParts,
  { loaders }: Pick<CenoteContext, 'loaders'>,
): Promise<CenoteRow> {
  const cenote = await loaders.cenote.load({ id, parts })
  if (!cenote) throw productNotFound('cenote', id)
  return cenote
}

/** A cenote as it is after a change. */
export function changedCenote(id: string, context: Pick<CenoteContext, 'loaders' | 'forgetReads'>): Promise<CenoteRow> {
  context.forgetReads()
  return requireCenote(id, allParts, context)
}
