/** Rewrites stored data of the sandbox into the form in which earlier releases left it. */
import { sql } from './database.ts'

/** Removes infants and teens from the events and the check-in of a reservation. */
export async function forgetInfantsAndTeens(database: string, id: string): Promise<void> {
  await sql(
    database,
    `UPDATE sandbox.reservation_event SET snapshot = snapshot::jsonb - 'infants' - 'teens' WHERE reservation_id = $1`,
    [id],
  )
  await sql(
    database,
    `UPDATE sandbox.reservation SET check_in = check_in::jsonb #- '{actualVisitors,infants}' #- '{actualVisitors,teens}' WHERE id = $1`,
    [id],
  )
}

/** Stores the end of a hold with an English note and no reason. */
export async function noteExpiryInEnglish(database: string, id: string): Promise<void> {
  const note = 'payment deadline passed'
  await sql(database, 'UPDATE sandbox.status_change SET note = $2 WHERE reservation_id = $1 AND note IS NOT NULL', [
    id,
    note,
  ])
  await sql(
    database,
    `UPDATE sandbox.reservation
       SET cancellation = cancellation::jsonb || jsonb_build_object('reason', null, 'note', $2::text) WHERE id = $1`,
    [id, note],
  )
}

/** A service with a name in one language. */
export interface EarlierService {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly quantity: number
  readonly priceCents: number
  readonly included: boolean
}

/** Stores the services of a reservation with names in one language. */
export const storeServicesInOneLanguage = (
  database: string,
  id: string,
  services: readonly EarlierService[],
): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.reservation SET services = $2 WHERE id = $1', [id, JSON.stringify(services)])

/** Stores codes as the names of a reservation's transfer, teens and infants. */
export const storeCodesAsNames = (database: string, id: string): Promise<unknown> =>
  sql(
    database,
    `UPDATE sandbox.reservation SET
       services = jsonb_set(services::jsonb, ARRAY[(jsonb_array_length(services::jsonb) - 1)::text, 'name'], '"private_transfer, Hotel Azul"'),
       pricing = jsonb_set(pricing::jsonb, '{breakdown}', (
         SELECT jsonb_agg(CASE WHEN line -> 'name' ->> 'es' = 'adolescente' THEN line || '{"name": "teen"}'
           WHEN line -> 'name' ->> 'es' = 'bebé' THEN line || '{"name": "infant"}' ELSE line END)
         FROM jsonb_array_elements(pricing::jsonb -> 'breakdown') line))
     WHERE id = $1`,
    [id],
  )

/** Stores the message of a closure as text, with its reason untranslated. */
export const storeClosureMessage = (
  database: string,
  id: string,
  message: { readonly en: string; readonly es: string },
): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.closure SET message = $2 WHERE id = $1', [id, JSON.stringify(message)])

/** Stores the event types of a webhook one by one, without wildcards. */
export const storeWebhookTypes = (database: string, id: string, types: readonly string[]): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.webhook SET events = $2 WHERE id = $1', [id, types])
