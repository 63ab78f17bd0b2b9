import { demoId } from '../../../platform/values/demo-id.ts'
import { text } from './text.ts'

interface DemoCoupon {
  readonly code: string
  readonly name: { en: string; es: string }
  readonly description?: { en: string; es: string }
  readonly discountType: string
  readonly value: number
  readonly serviceId?: string
  readonly itemId?: string
  readonly minPurchaseCents?: number
  readonly maxDiscountCents?: number
  readonly usageLimit?: number
  readonly usageCount?: number
  readonly validFrom?: Date
  readonly validUntil?: Date
  readonly isActive?: boolean
}

export const coupons: readonly DemoCoupon[] = [
  {
    code: 'CENOTE10',
    name: text('10 percent off', '10 por ciento menos'),
    discountType: 'percentage',
    value: 10,
    maxDiscountCents: 500_000,
  },
  { code: 'FIJO200', name: text('200 pesos off', '200 pesos menos'), discountType: 'fixed_amount', value: 20_000 },
  {
    code: 'FREEGUIDE',
    name: text('Free guide', 'Guía gratis'),
    discountType: 'free_service',
    value: 0,
    serviceId: demoId('service', 'private-guide'),
  },
  {
    code: 'EXPIRED2024',
    name: text('Expired', 'Vencido'),
    discountType: 'percentage',
    value: 20,
    validUntil: new Date('2024-12-31T23:59:59Z'),
  },
  {
    code: 'FUTURE2099',
    name: text('Not yet valid', 'Aún no válido'),
    discountType: 'percentage',
    value: 20,
    validFrom: new Date('2099-01-01T00:00:00Z'),
  },
  {
    code: 'SOLDOUT',
    name: text('Used up', 'Agotado'),
    discountType: 'percentage',
    value: 20,
    usageLimit: 5,
    usageCount: 5,
  },
  { code: 'INACTIVE', name: text('Inactive', 'Inactivo'), discountType: 'percentage', value: 20, isActive: false },
  {
    code: 'MINSPEND5000',
    name: text('From 5,000 pesos', 'Desde 5,000 pesos'),
    discountType: 'percentage',
    value: 15,
    minPurchaseCents: 500_000,
  },
  {
    code: 'IKKIL15',
    name: text('15 percent at Ik Kil', '15 por ciento en Ik Kil'),
    discountType: 'percentage',
    value: 15,
    itemId: demoId('cenote', 'ik-kil'),
  },
]
