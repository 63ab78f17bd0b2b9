import { randomUUID } from 'node:crypto'
import { sql } from './database.ts'

/** Changes rows of the sandbox's price list as another process would; there must be some. */
async function change(pricingDatabase: string, statement: string, values: readonly unknown[]): Promise<void> {
  const changed = await sql(pricingDatabase, `${statement} RETURNING version`, [...values])
  if (changed.length === 0) throw new Error(`Nothing was changed by ${statement}`)
}

/** Sets the multiplier of an age category everywhere, in ten-thousandths. */
export const setAgeMultiplier = (pricingDatabase: string, category: string, multiplier: number): Promise<void> =>
  change(
    pricingDatabase,
    `UPDATE sandbox.age_configuration SET multiplier = $2 WHERE source = 'global' AND category = $1`,
    [category, multiplier],
  )

/** Starts or stops selling tickets of an age category everywhere. */
export const sellAge = (pricingDatabase: string, category: string, isSold: boolean): Promise<void> =>
  change(
    pricingDatabase,
    `UPDATE sandbox.age_configuration SET is_active = $2 WHERE source = 'global' AND category = $1`,
    [category, isSold],
  )

/** Changes the base price of a transport option, and how long before the visit it leaves. */
export const setTransportOption = (
  pricingDatabase: string,
  slug: string,
  { baseCents, minutesBefore }: { readonly baseCents: number; readonly minutesBefore: number },
): Promise<void> =>
  change(pricingDatabase, 'UPDATE sandbox.transport_option SET base_cents = $2, minutes_before = $3 WHERE slug = $1', [
    slug,
    baseCents,
    minutesBefore,
  ])

/** Sets every exchange rate of the sandbox, in millionths of a unit for a peso, and the time of the change. */
export const setExchangeRates = (pricingDatabase: string, micros: number, updatedAt: string): Promise<unknown> =>
  sql(pricingDatabase, 'UPDATE sandbox.exchange_rate SET micros = $1, updated_at = $2', [micros, updatedAt])

/** Names a discount rule in some languages only. */
export const renameDiscountRule = (
  pricingDatabase: string,
  id: string,
  name: Readonly<Record<string, string>>,
): Promise<void> =>
  change(pricingDatabase, 'UPDATE sandbox.discount_rule SET name = $2 WHERE id = $1', [id, JSON.stringify(name)])

export interface InsertedRule {
  readonly id?: string
  readonly name?: string
  /** The cenote or tour that it applies to; everything when omitted. */
  readonly productId?: string
  readonly type?: 'percentage' | 'fixed'
  /** Percent or cents. */
  readonly value: number
  readonly minPeople?: number
  readonly minAmountCents?: number
  readonly priority?: number
  /** Whether it is combined with other discounts. */
  readonly stackable?: boolean
  readonly eligibility?: 'all' | 'vip'
  readonly promotionId?: string
}

/** Adds an automatic discount to the sandbox; its id. */
export async function insertDiscountRule(pricingDatabase: string, rule: InsertedRule): Promise<string> {
  const {
    id = randomUUID(),
    name = 'A discount',
    productId = null,
    type = 'percentage',
    value,
    promotionId = null,
  } = rule
  const { minPeople = null, minAmountCents = null, priority = 1, stackable = true, eligibility = 'all' } = rule
  const names = JSON.stringify({ en: name, es: name })
  await sql(
    pricingDatabase,
    `INSERT INTO sandbox.discount_rule
       (id, name, applies_to, product_id, discount_type, value, min_people, min_amount_cents, priority, stackable,
        user_eligibility, promotion_id, max_discount_cents, exclude_transport, is_active)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1000000, false, true)`,
    [
      ...[id, names, productId === null ? 'all' : 'specific', productId, type, value],
      ...[minPeople, minAmountCents, priority, stackable, eligibility, promotionId],
    ],
  )
  return id
}

/** Deletes discount rules of the sandbox. */
export const deleteDiscountRules = (pricingDatabase: string, ids: readonly string[]): Promise<unknown> =>
  sql(pricingDatabase, 'DELETE FROM sandbox.discount_rule WHERE id = ANY ($1::uuid[])', [ids])

/** Adds an active promotion of one day to the sandbox; its id. */
export async function insertPromotion(pricingDatabase: string, slug: string, day: string): Promise<string> {
  const id = randomUUID()
  await sql(
    pricingDatabase,
    `INSERT INTO sandbox.promotion (id, name, slug, status, promotion_type, starts_at, ends_at)
     VALUES ($1, $2, $3, 'active', 'seasonal', $4::date, $4::date + 1)`,
    [id, { en: slug, es: slug }, slug, day],
  )
  return id
}
