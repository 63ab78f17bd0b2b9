import DataLoader from 'dataloader'
import { InvalidatedCache } from '../../platform/postgres/invalidated-cache.ts'
import { effectiveConfigurations, type AgeConfiguration } from './age-configuration/index.ts'
import { findAgeConfigurations } from './age-configuration/repository.ts'
import type { Coupon } from './coupon/index.ts'
import { findCoupons } from './coupon/repository.ts'
import { findRates, findTaxPercent, type Rate } from './currency/repository.ts'
import type { Database } from './database.ts'
import { automaticRules, type AutomaticRules, type ItemType } from './discount/index.ts'
import { findAutomaticRules } from './discount/repository.ts'
import type { Service } from './service/index.ts'
import { findServices } from './service/repository.ts'
import { offeredTransport, type GroupDiscount, type TransportOption } from './transport/index.ts'
import { findGroupDiscounts, findTransportOptions } from './transport/repository.ts'

/** What prices are made of in one environment: in memory, until the database tells that it changed. */
export interface PriceBook {
  /** The five that hold for an item; the global ones for none. */
  ageConfigurations(itemId: string | null): Promise<AgeConfiguration[]>
  /** Services of a cenote, in display order. */
  services(cenoteId: string): Promise<Service[]>
  transport(itemType: ItemType, itemId: string): Promise<readonly TransportOption[]>
  groupDiscounts(): Promise<readonly GroupDiscount[]>
  rules(): Promise<AutomaticRules>
  rates(): Promise<readonly Rate[]>
  /** Percentage points on subtotal less discounts. */
  taxPercent(): Promise<number>
  /** A table changed. */
  forget(table: string): void
  /** Whether changes are heard of from now on; if not, every read goes to the database. */
  trust(trusted: boolean): void
}

/** Items whose facts are kept; a cenote's services and transport take a few kilobytes. */
const maxCachedItems = 5_000
const global = ''

export function createPriceBook({ prisma }: Database): PriceBook {
  const once = <V>(read: () => Promise<V>): InvalidatedCache<V> => new InvalidatedCache(async () => [await read()], 1)
  const ageConfigurations = new InvalidatedCache<AgeConfiguration[]>(async (keys) => {
    const all = await findAgeConfigurations(
      prisma,
      keys.filter((key) => key !== global),
    )
    return keys.map((key) => effectiveConfigurations(all, key === global ? null : key))
  }, maxCachedItems)
  const services = new InvalidatedCache<Service[]>(async (cenoteIds) => {
    const all = await findServices(prisma, cenoteIds)
    return cenoteIds.map((id) => all.filter(({ cenoteId }) => cenoteId === id))
  }, maxCachedItems)
  const transport = new InvalidatedCache<readonly TransportOption[]>(async (keys) => {
    const items = keys.map((key) => key.split(' ') as [ItemType, string])
    const all = await findTransportOptions(
      prisma,
      items.map(([, itemId]) => itemId),
    )
    return items.map(([itemType, itemId]) => offeredTransport(all, itemType, itemId))
  }, maxCachedItems)
  const groupDiscounts = once<readonly GroupDiscount[]>(() => findGroupDiscounts(prisma))
  const rules = once(async () => automaticRules(await findAutomaticRules(prisma)))
  const rates = once<readonly Rate[]>(() => findRates(prisma))
  const taxPercent = once(() => findTaxPercent(prisma))
  const byTable: Readonly<Record<string, InvalidatedCache<unknown>>> = {
    age_configuration: ageConfigurations,
    cenote_service: services,
    transport_option: transport,
    transport_group_discount: groupDiscounts,
    discount_rule: rules,
    promotion: rules,
    exchange_rate: rates,
    tax_rate: taxPercent,
  }
  return {
    ageConfigurations: (itemId) => ageConfigurations.load(itemId ?? global),
    services: (cenoteId) => services.load(cenoteId),
    transport: (itemType, itemId) => transport.load(`${itemType} ${itemId}`),
    groupDiscounts: () => groupDiscounts.load(global),
    rules: () => rules.load(global),
    rates: () => rates.load(global),
    taxPercent: () => taxPercent.load(global),
    forget: (table) => byTable[table]?.forget(),
    trust(trusted) {
      for (const facts of Object.values(byTable)) facts.trust(trusted)
    },
  }
}

/** Coupons by code, fresh in every request: how often each was used changes all the time. */
export const createCouponLoader = ({ pool }: Database): DataLoader<string, Coupon | null> =>
  new DataLoader(async (codes) => {
    const found = new Map((await findCoupons(pool, codes)).map((coupon) => [coupon.code, coupon]))
    return codes.map((code) => found.get(code) ?? null)
  })
