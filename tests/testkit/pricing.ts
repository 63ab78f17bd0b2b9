import { demoId } from '../../platform/values/demo-id.ts'
import { sql } from './database.ts'
import type { TestResponse, Json, partner } from './product.ts'

export const cenote = (slug: string): string => demoId('cenote', slug)
export const tour = (slug: string): string => demoId('tour', slug)
export const serviceAt = (slug: string, service: string): string => demoId('cenote-service', `${slug}-${service}`)
export const granCenote = cenote('gran-cenote')
/** An id of nothing. */
export const nowhere = demoId('nothing', 'here')

/** The field at fault and its status, for Format 2 as for Format 1. */
export const failureOf = ({ status, body }: TestResponse): Json => [
  status,
  body.error?.code ?? body.code,
  ...(body.errors ? [Object.keys(body.errors.fields).sort()] : []),
]

/** Two adults and a child at Gran Cenote, 1,400 pesos before taxes. */
export const calculation = { itemType: 'cenote', itemId: granCenote, ageBreakdown: { adult: 2, child: 1 } }
export const calculate = (
  rest: ReturnType<typeof partner>,
  changes: object = {},
  headers: Record<string, string> = {},
): Promise<TestResponse> => rest.post('/pricing/calculate-complete', { ...calculation, ...changes }, headers)

/** Sets every tax rate of the sandbox behind the product's back. */
export const setTaxes = (pricingDatabase: string, percent: number): Promise<unknown> =>
  sql(pricingDatabase, 'UPDATE sandbox.tax_rate SET percent = $1', [percent])
