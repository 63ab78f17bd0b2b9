import { catalog, prepared, pricing, type Text } from './databases.ts'

export interface PriceWanted {
  readonly itemId: string
  readonly visitDate: string
  readonly ageBreakdown: Readonly<Record<string, number>>
}
interface Facts {
  readonly percent: number
  readonly rules: number
  readonly ages: { category: string; multiplier: number }[]
  readonly services: { id: string; name: Text; category: string }[] | null
}

const categories = ['infant', 'child', 'teen', 'adult', 'senior']

/** The price of a visit without discounts, services and transport: the response of POST /pricing/calculate-complete. */
export async function price({ itemId, visitDate, ageBreakdown }: PriceWanted): Promise<object> {
  const people = Object.values(ageBreakdown).reduce((sum, count) => sum + count, 0)
  const [[cenote], [facts]] = await Promise.all([
    prepared<{ adult: number; isActive: boolean }>(
      catalog,
      'price-adult',
      'SELECT adult_cents AS adult, is_active AS "isActive" FROM cenote WHERE id = $1',
      [itemId],
    ),
    prepared<Facts>(
      pricing,
      'price-facts',
      `SELECT (SELECT sum(percent)::integer FROM tax_rate) AS percent,
         (SELECT json_agg(json_build_object('category', category, 'multiplier', multiplier)) FROM (
            SELECT DISTINCT ON (category) category, multiplier FROM age_configuration
            WHERE is_active AND (source = 'global' OR product_id = $1) ORDER BY category, product_id NULLS LAST) a) AS ages,
         (SELECT count(*)::integer FROM discount_rule WHERE is_active AND auto_apply AND user_eligibility = 'all'
            AND (promotion_id IS NULL OR EXISTS (SELECT FROM promotion p WHERE p.id = promotion_id AND p.status = 'active'
              AND ($3::text)::timestamptz BETWEEN p.starts_at AND p.ends_at)) AND applies_to <> 'tour'
            AND (product_id IS NULL OR product_id = $1) AND coalesce(min_people, 0) <= $2 AND min_amount_cents IS NULL) AS rules,
         (SELECT json_agg(json_build_object('id', id, 'name', name, 'category', category) ORDER BY display_order, id)
            FROM cenote_service WHERE cenote_id = $1 AND inclusion_type = 'included' AND is_active) AS services`,
      [itemId, people, `${visitDate}T12:00:00Z`],
    ),
  ])
  if (!cenote || !facts) throw new Error('no cenote')
  // Discounts would need the product's rules.
  if (facts.rules > 0) throw new Error('a discount applies')
  const multipliers = new Map(facts.ages.map(({ category, multiplier }) => [category, multiplier]))
  const adjustments: Record<string, object | number> = {}
  let subtotal = 0
  for (const category of categories) {
    const [quantity, multiplier] = [ageBreakdown[category] ?? 0, multipliers.get(category) ?? 0]
    const part = Math.round((cenote.adult * multiplier) / 10_000) * quantity
    adjustments[category] = { quantity, multiplier: multiplier / 10_000, subtotal: part }
    subtotal += part
  }
  const taxes = Math.round((subtotal * facts.percent) / 100)
  const total = subtotal + taxes
  return {
    success: true,
    message: `Price calculated successfully: ${(total / 100).toFixed(2)} MXN in total.`,
    data: {
      basePrice: cenote.adult,
      ageAdjustments: { ...adjustments, total: subtotal },
      transportationCost: {
        type: null,
        strategy: 'none',
        baseCost: 0,
        groupDiscount: 0,
        total: 0,
        pickupLocation: null,
      },
      services: {
        included: (facts.services ?? []).map(({ id, name, category }) => ({
          id,
          name: name.en,
          category,
          isTransport: category === 'transportation',
          cost: 0,
          reason: 'Included in the entrance',
        })),
        selected: [],
        totalServicesCost: 0,
      },
      discounts: { automatic: [] },
      summary: { subtotal, discounts: 0, taxes, total, currency: 'MXN' },
      isActive: cenote.isActive,
    },
    currency: { code: 'MXN', symbol: '$' },
    _sandbox: true,
  }
}
