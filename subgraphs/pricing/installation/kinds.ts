import { Type } from 'typebox'
import type { Statements } from '../../../platform/postgres/database.ts'
import type { InstallationList } from '../../../platform/postgres/installation-list.ts'
import { Slug } from '../../../platform/values/form-fields.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import {
  ageConfigurationFact,
  effectiveConfigurations,
  firstOverlap,
  type AgeConfiguration,
} from '../age-configuration/index.ts'
import { couponFact } from '../coupon/index.ts'
import { discountRuleFact } from '../discount/index.ts'
import { promotionFact } from '../promotion/index.ts'
import { serviceFact, storeServiceSlugs } from '../service/index.ts'
import { transportOptionFact } from '../transport/index.ts'
import { factList, type FactItem } from './fact-list.ts'
import { serviceId, type PriceFacts, type References } from './references.ts'

const itemReferences = {
  cenote: Type.Optional(Slug('Slug of the one cenote it is for.')),
  tour: Type.Optional(Slug('Slug of the one tour it is for.')),
}

/** The id of the cenote or tour that an item of a file names. */
const itemIdOf = ({ cenote, tour }: FactItem, references: References): { readonly itemId?: string | undefined } =>
  cenote !== undefined
    ? { itemId: references.cenoteId(cenote) }
    : tour !== undefined
      ? { itemId: references.tourId(tour) }
      : {}

/** The cenote or tour of an id; `source` says which of the two it is when the catalog has neither. */
function itemNamed(id: string | undefined, references: References, source?: string): FactItem {
  if (id === undefined) return {}
  const tour = references.tourSlug(id)
  if (tour !== undefined || source === 'TOUR') return { tour: tour ?? id }
  return { cenote: references.cenoteSlug(id) ?? id }
}

const inactive = <Form extends { readonly isActive?: boolean }>(form: Form): Form | undefined =>
  form.isActive === false ? undefined : { ...form, isActive: false }

const bySlug = (items: readonly FactItem[] | null) =>
  items && ({ member: 'slug', type: 'text', among: items.map(({ slug }) => String(slug)) } as const)

/** The slugs by which items name services, by the ids that follow from them. */
const slugsOf = (items: readonly FactItem[]): Map<string, string> =>
  new Map(items.flatMap(({ service = '' }) => (isUuid(service) ? [] : [[serviceId(service), service]])))

/** Services of cenotes. */
const serviceList = (facts: PriceFacts): InstallationList =>
  factList(
    {
      list: 'services',
      fact: serviceFact,
      ids: ['cenoteId', 'serviceId'],
      references: {
        cenote: Slug('Slug of the cenote that offers it.'),
        service: Slug('Slug of the service, the same at all cenotes that offer it.'),
      },
      keyMember: 'service',
      keyOf: ({ cenote = '', service = '' }) => `${cenote} ${serviceId(service)}`,
      labelOf: (key, { name }) => `${key.split(' ')[0]}: ${name.en}`,
      derivedFrom: ({ cenote = '', service = '' }) => ['cenote-service', `${cenote}-${service}`],
      rowsOf: (items, references) =>
        items && {
          member: 'cenoteId',
          type: 'uuid',
          among: items.flatMap(({ cenote = '' }) => references.cenoteId(cenote) ?? []),
        },
      idsOf: ({ cenoteId }) => [cenoteId],
      serviceIdsOf: ({ serviceId: id }) => [id],
      remember: (client, items) => storeServiceSlugs(client, slugsOf(items)),
      formOf: ({ cenote = '', service = '', ...form }, references) => ({
        ...form,
        cenoteId: references.cenoteId(cenote),
        serviceId: serviceId(service),
      }),
      itemOf: ({ cenoteId, serviceId: id = '', ...form }, references) => ({
        ...form,
        cenote: references.cenoteSlug(cenoteId) ?? cenoteId,
        service: references.serviceSlug(id),
      }),
      ended: inactive,
    },
    facts,
  )

/** Ages and what they pay; the five global ones exist from the start. */
const ageConfigurationList = (facts: PriceFacts): InstallationList =>
  factList(
    {
      list: 'ageConfigurations',
      fact: ageConfigurationFact,
      ids: ['source', 'itemId'],
      references: itemReferences,
      keyMember: 'category',
      // A cenote and a tour may have the same slug.
      keyOf: ({ cenote, tour, category }) =>
        `${cenote ?? (tour === undefined ? 'global' : `tour ${tour}`)} ${String(category)}`,
      derivedFrom: ({ cenote, tour, category }) => {
        const item = cenote ?? tour
        return item === undefined ? null : ['age-configuration', `${item}-${String(category).toLowerCase()}`]
      },
      rowsOf: () => null,
      idsOf: ({ itemId }) => [itemId],
      formOf: (item, references) => {
        const { cenote, tour, ...form } = item
        const source = cenote !== undefined ? 'CENOTE' : tour !== undefined ? 'TOUR' : 'GLOBAL'
        return { ...form, source, ...itemIdOf(item, references) }
      },
      itemOf: ({ source, itemId, ...form }, references) => ({ ...form, ...itemNamed(itemId, references, source) }),
      checkAll: checkAges,
      ended: (form) => (form.source === 'GLOBAL' ? undefined : inactive(form)),
    },
    facts,
  )

/** Whether the ages of every item fit together when all of the items of a file are stored. */
async function checkAges(
  client: Statements,
  settled: readonly { readonly id: string; readonly form: ReturnType<typeof ageConfigurationFact.formOf> }[],
): Promise<FieldErrors[]> {
  const rows = settled.map(
    ({ id, form }) => ({ ...ageConfigurationFact.rowOf(form), id, version: 0 }) as AgeConfiguration,
  )
  const changed = new Set(rows.map(({ id }) => id))
  const present = await ageConfigurationFact.table.findBy(client, null)
  const all = [...present.filter(({ id }) => !changed.has(id)), ...rows]
  const wrong = new Set<string>()
  for (const productId of new Set(all.map((configuration) => configuration.productId))) {
    const overlap = firstOverlap(effectiveConfigurations(all, productId))
    // The older of two that the file names, so that one of them is reported.
    const named = overlap?.toReversed().find(({ id }) => changed.has(id))
    if (named) wrong.add(named.id)
  }
  return rows.map(({ id }): FieldErrors => (wrong.has(id) ? { minAge: [{ code: 'OVERLAPS_OTHER_AGES' }] } : {}))
}

/** How guests come. */
const transportList = (facts: PriceFacts): InstallationList =>
  factList(
    {
      list: 'transport',
      fact: transportOptionFact,
      ids: ['itemId'],
      references: itemReferences,
      keyMember: 'slug',
      keyOf: ({ slug }) => String(slug),
      derivedFrom: ({ slug }) => ['transport', String(slug)],
      rowsOf: bySlug,
      idsOf: ({ itemId }) => [itemId],
      formOf: (item, references) => {
        const { cenote: _, tour: _tour, ...form } = item
        return { ...form, ...itemIdOf(item, references) }
      },
      itemOf: ({ itemId, ...form }, references) => ({ ...form, ...itemNamed(itemId, references, form.itemType) }),
      ended: inactive,
    },
    facts,
  )

const promotionList = (facts: PriceFacts): InstallationList =>
  factList(
    {
      list: 'promotions',
      fact: promotionFact,
      ids: [],
      references: {},
      keyMember: 'slug',
      keyOf: ({ slug }) => String(slug),
      derivedFrom: ({ slug }) => ['promotion', String(slug)],
      rowsOf: bySlug,
      idsOf: () => [],
      formOf: (item) => item,
      itemOf: (form) => ({ ...form }),
      ended: (form) => (form.status === 'ended' ? undefined : { ...form, status: 'ended' as const }),
    },
    facts,
  )

const discountRuleList = (facts: PriceFacts): InstallationList =>
  factList(
    {
      list: 'discountRules',
      fact: discountRuleFact,
      ids: ['itemId', 'promotionId'],
      references: { ...itemReferences, promotion: Type.Optional(Slug('Slug of the promotion it belongs to.')) },
      keyMember: 'slug',
      keyOf: ({ slug }) => String(slug),
      derivedFrom: ({ slug }) => ['discount-rule', String(slug)],
      rowsOf: bySlug,
      idsOf: ({ itemId }) => [itemId],
      formOf: (item, references) => {
        const { cenote: _, tour: _tour, promotion, ...form } = item
        const promotionId = promotion === undefined ? {} : { promotionId: references.promotionId(promotion) }
        return { ...form, ...itemIdOf(item, references), ...promotionId }
      },
      itemOf: ({ itemId, promotionId, ...form }, references) => ({
        ...form,
        ...itemNamed(itemId, references),
        ...(promotionId === undefined ? {} : { promotion: references.promotionSlug(promotionId) ?? promotionId }),
      }),
      ended: inactive,
    },
    facts,
  )

const couponList = (facts: PriceFacts): InstallationList =>
  factList(
    {
      list: 'coupons',
      fact: couponFact,
      ids: ['itemId', 'serviceId'],
      references: { ...itemReferences, service: Type.Optional(Slug('Slug of the service that is free.')) },
      keyMember: 'code',
      keyOf: ({ code }) => String(code),
      derivedFrom: ({ code }) => ['coupon', String(code)],
      rowsOf: (items) => items && { member: 'code', type: 'text', among: items.map(({ code }) => String(code)) },
      idsOf: ({ itemId }) => [itemId],
      serviceIdsOf: ({ serviceId: id }) => [id],
      formOf: (item, references) => {
        const { cenote: _, tour: _tour, service, ...form } = item
        return {
          ...form,
          ...itemIdOf(item, references),
          ...(service === undefined ? {} : { serviceId: serviceId(service) }),
        }
      },
      itemOf: ({ itemId, serviceId: id, ...form }, references) => ({
        ...form,
        ...itemNamed(itemId, references),
        ...(id === undefined ? {} : { service: references.serviceSlug(id) }),
      }),
      ended: inactive,
    },
    facts,
  )

/** Price facts of an installation file that are changed one by one, in the order in which they refer to one another. */
export const factLists = (facts: PriceFacts): InstallationList[] => [
  ageConfigurationList(facts),
  serviceList(facts),
  transportList(facts),
  promotionList(facts),
  discountRuleList(facts),
  couponList(facts),
]
