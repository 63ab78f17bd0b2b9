import type { Statements } from '../../../platform/postgres/database.ts'
import { defaultSettings, type PartnerSettings } from './settings.ts'

interface SettingsRow extends Omit<PartnerSettings, 'guestMay'> {
  readonly guestMayCancel: boolean
  readonly guestMayChange: boolean
}

const selection = `partner_id AS "partnerId", version, guest_may_cancel AS "guestMayCancel",
  guest_may_change AS "guestMayChange", hide_price AS "hidePrice", tickets, return_origins AS "returnOrigins",
  updated_at AS "updatedAt"`

const settingsOf = ({ guestMayCancel, guestMayChange, ...row }: SettingsRow): PartnerSettings => ({
  ...row,
  guestMay: { cancel: guestMayCancel, change: guestMayChange },
})

/** The settings of partners, in their order. */
export async function findSettings(reader: Statements, partnerIds: readonly string[]): Promise<PartnerSettings[]> {
  const { rows } = await reader.query<SettingsRow>(
    `SELECT ${selection} FROM partner_settings WHERE partner_id = ANY ($1)`,
    [partnerIds],
  )
  const found = new Map(rows.map((row) => [row.partnerId, settingsOf(row)]))
  return partnerIds.map((id) => found.get(id) ?? defaultSettings(id))
}

/** The settings of a partner, its row locked until the caller's transaction ends. */
export async function lockSettings(client: Statements, partnerId: string): Promise<PartnerSettings> {
  const { rows } = await client.query<SettingsRow>(
    `SELECT ${selection} FROM partner_settings WHERE partner_id = $1 FOR UPDATE`,
    [partnerId],
  )
  return rows[0] ? settingsOf(rows[0]) : defaultSettings(partnerId)
}

/** Writes settings in place of those of the version before; false, and nothing is written, when that is another one. */
export async function writeSettings(client: Statements, settings: PartnerSettings): Promise<boolean> {
  const { partnerId, version, guestMay, hidePrice, tickets, returnOrigins, updatedAt } = settings
  const { rowCount } = await client.query(
    `INSERT INTO partner_settings AS present (partner_id, version, guest_may_cancel, guest_may_change, hide_price, tickets,
       return_origins, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (partner_id) DO UPDATE
       SET (version, guest_may_cancel, guest_may_change, hide_price, tickets, return_origins, updated_at)
         = (excluded.version, excluded.guest_may_cancel, excluded.guest_may_change, excluded.hide_price, excluded.tickets,
            excluded.return_origins, excluded.updated_at)
       WHERE present.version = excluded.version - 1`,
    [partnerId, version, guestMay.cancel, guestMay.change, hidePrice, tickets, returnOrigins, updatedAt],
  )
  return rowCount === 1
}
