/** Reads cenotes of the sandbox, and changes them behind the product's back, as another process does. */
import { sql } from './database.ts'

/** Gives every cenote so much room that no test fills it. */
export const makeRoomEverywhere = (catalogDatabase: string): Promise<unknown> =>
  sql(catalogDatabase, 'UPDATE sandbox.cenote SET hourly_capacity = 100000, daily_capacity = 1000000')

/** Raises the price of a cenote for adults, or lowers it by a negative amount. */
export const raisePrice = (catalogDatabase: string, cenoteId: string, cents: number): Promise<unknown> =>
  sql(catalogDatabase, 'UPDATE sandbox.cenote SET adult_cents = adult_cents + $2 WHERE id = $1', [cenoteId, cents])

/** Gives a cenote another name. */
export const renameCenote = (
  catalogDatabase: string,
  id: string,
  { en, es }: { readonly en: string; readonly es: string },
): Promise<unknown> =>
  sql(catalogDatabase, 'UPDATE sandbox.cenote SET name_en = $2, name_es = $3 WHERE id = $1', [id, en, es])

/** Makes a cenote one that was never verified. */
export const forgetVerification = (catalogDatabase: string, id: string): Promise<unknown> =>
  sql(catalogDatabase, 'UPDATE sandbox.cenote SET verified_at = NULL WHERE id = $1', [id])

/** Sets how many minutes before a visit a cenote stops selling it, and on which weekdays it stops earlier. */
export const setCutoffs = (
  catalogDatabase: string,
  cenoteId: string,
  { minutes, weekdays }: { minutes: number; weekdays: readonly { weekday: string; minutes: number }[] },
): Promise<unknown> =>
  sql(catalogDatabase, 'UPDATE sandbox.cenote SET booking_cutoff_minutes = $2, cutoffs = $3 WHERE id = $1', [
    cenoteId,
    minutes,
    JSON.stringify(weekdays),
  ])

/** Reads the id of a cenote, whether it is on sale or not. */
export async function storedCenoteId(catalogDatabase: string, slug: string): Promise<string> {
  const [row] = await sql<{ id: string }>(catalogDatabase, 'SELECT id FROM sandbox.cenote WHERE slug = $1', [slug])
  if (!row) throw new Error(`There is no cenote ${slug}`)
  return row.id
}
