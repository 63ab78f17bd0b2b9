import { columns, represented, type FullCenote } from './cenote.ts'
import { catalog, prepared } from './databases.ts'

/** One whole cenote: the response of GET /api/partner/cenotes/:id. */
export async function restDetail(id: string): Promise<object> {
  const found = await prepared<FullCenote>(
    catalog,
    'rest-detail',
    `SELECT ${columns}, long_description FROM cenote WHERE id = $1`,
    [id],
  )
  const [data] = await represented(found, true)
  return { success: true, message: 'cenote.retrieved_successfully', data, _sandbox: true }
}
