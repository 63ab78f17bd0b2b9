import DataLoader from 'dataloader'
import type { AgeConfiguration } from './age-configuration/index.ts'
import { findAgeConfigurations } from './age-configuration/repository.ts'
import type { Coupon } from './coupon/index.ts'
import { findCoupons } from './coupon/repository.ts'
import { findRates, findTaxPercent, type Rate } from './currency/repository.ts'
import type { Database } from './database.ts'
import type { DiscountRule } from './discount/index.ts'
import { findActiveRules } from './discount/repository.ts'
import type { Service } from './service/index.ts'
import { findServices } from './service/repository.ts'
import type { GroupDiscount } from './transport/index.ts'
import { findGroupDiscounts, findTransportOptions, type StoredTransportOption } from './transport/repository.ts'

export interface Loaders {
  /** Global configurations and the item's own. */
  readonly ageConfigurations: DataLoader<string, AgeConfiguration[]>
  readonly services: DataLoader<string, Service[]>
  readonly transportOptions: DataLoader<string, StoredTransportOption[]>
  readonly coupons: DataLoader<string, Coupon | null>
  rules(): Promise<DiscountRule[]>
  rates(): Promise<Rate[]>
  taxPercent(): Promise<number>
  groupDiscounts(): Promise<GroupDiscount[]>
}

/** Facts of one request: items together in one statement a table, what holds for all of them once. */
export function createLoaders({ prisma }: Database): Loaders {
  return {
    ageConfigurations: new DataLoader(async (itemIds) => {
      const all = await findAgeConfigurations(prisma, itemIds)
      return itemIds.map((itemId) =>
        all.filter((configuration) => configuration.itemId === null || configuration.itemId === itemId),
      )
    }),
    services: new DataLoader(async (cenoteIds) => {
      const all = await findServices(prisma, cenoteIds)
      return cenoteIds.map((cenoteId) => all.filter((service) => service.cenoteId === cenoteId))
    }),
    transportOptions: new DataLoader(async (itemIds) => {
      const all = await findTransportOptions(prisma, itemIds)
      return itemIds.map((itemId) => all.filter((option) => option.itemId === itemId))
    }),
    coupons: new DataLoader(async (codes) => {
      const found = new Map((await findCoupons(prisma, codes)).map((coupon) => [coupon.code, coupon]))
      return codes.map((code) => found.get(code) ?? null)
    }),
    rules: once(() => findActiveRules(prisma)),
    rates: once(() => findRates(prisma)),
    taxPercent: once(() => findTaxPercent(prisma)),
    groupDiscounts: once(() => findGroupDiscounts(prisma)),
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= read())
}
