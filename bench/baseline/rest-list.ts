import { columns, represented, type FullCenote } from './cenote.ts'
import { catalog, prepared, pricing } from './databases.ts'

/** Fifteen whole cenotes: the response of GET /api/partner/cenotes. */
export async function restList(): Promise<object> {
  const ratesRead = prepared<{ currency: string; micros: string; updated_at: Date }>(
    pricing,
    'rates',
    'SELECT currency, micros, updated_at FROM exchange_rate ORDER BY currency',
    [],
  )
  const found = await prepared<FullCenote>(
    catalog,
    'rest-list',
    `SELECT ${columns}, (count(*) OVER ())::integer AS total
     FROM cenote WHERE is_active ORDER BY created_at DESC, id DESC LIMIT 15`,
    [],
  )
  const [data, rates] = await Promise.all([represented(found, false), ratesRead])
  const total = found[0]?.total ?? 0
  return {
    success: true,
    message: 'cenote.listed_successfully',
    data,
    pagination: {
      total,
      perPage: 15,
      currentPage: 1,
      lastPage: Math.max(1, Math.ceil(total / 15)),
      hasNextPage: total > 15,
      hasPreviousPage: false,
    },
    currency: {
      base: 'MXN',
      rates: Object.fromEntries(rates.map(({ currency, micros }) => [currency, Number(micros) / 1_000_000])),
      lastUpdated: new Date(Math.max(...rates.map(({ updated_at }) => updated_at.getTime()))),
    },
    _sandbox: true,
  }
}
