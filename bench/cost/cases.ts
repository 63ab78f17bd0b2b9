import {
  getDirectiveValues,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql'
import { partnerScopes } from '../../gateway/auth/scopes.ts'
import type { Supergraph } from '../../gateway/supergraph/supergraph.ts'
import { addDays } from '../../platform/values/clock.ts'
import { reservationCount, type Inventory } from './inventory.ts'

export interface CostCase {
  readonly name: string
  readonly query: string
  /** The same operation without the measured field. */
  readonly baseline: string
  /** How often the field is selected. */
  readonly count: number
}

/** How often a root field is selected in one operation. */
const aliases = 10
/** How often a list of entities is selected in one operation: there are few tours in the demo data. */
const listAliases = 4
const maxDepth = 3
/** Root fields that list entities; inside other selections only their id is selected. */
const lists: Readonly<Record<string, string>> = {
  Cenote: `cenotes(first: 20, sort: { field: NAME, direction: ASC })`,
  Tour: 'tours(first: 20)',
  Reservation: `reservations(first: ${reservationCount})`,
}

/** Root fields of administration, and of guests by a token of their own. */
const unmeasured: ReadonlySet<string> = new Set([
  'calendar',
  'changes',
  'checkoutVisit',
  'guestVisit',
  'reviewInvitation',
])

const ofPartners: ReadonlySet<string> = new Set(partnerScopes)

/** Whether the key of a partner may select a field, by the directives of the supergraph. */
function isForPartners({ schema }: Pick<Supergraph, 'schema'>, type: string, field: string): boolean {
  const requiresScopes = schema.getDirective('requiresScopes')
  const { astNode } = (schema.getType(type) as GraphQLObjectType).getFields()[field] ?? {}
  const required = requiresScopes && astNode && getDirectiveValues(requiresScopes, astNode)
  const scopes = (required?.['scopes'] ?? []) as readonly (readonly string[])[]
  return scopes.length === 0 || scopes.some((all) => all.every((scope) => ofPartners.has(scope)))
}

/** Arguments of the fields that need them, or that are worth measuring with others than their defaults. */
const argumentsOf = (inventory: Inventory): Readonly<Record<string, readonly string[]>> => {
  const { cenoteId, tourId, reservationId, ticketToken, qrToken, webhookId, date } = inventory
  const price = 'input: { ageBreakdown: { adult: 2, child: 1 } }'
  const days = `input: { startDate: "${date}", endDate: "${addDays(date, 30)}", party: { adult: 2, child: 1 } }`
  return {
    'Query.reservation': [`id: "${reservationId}"`],
    'Query.reservationSummary': [`filter: { dateFrom: "${date}", dateTo: "${date}" }`],
    'Query.salesReport': [`filter: { from: "${date}", to: "${date}" }, by: [DAY, PRODUCT, STATUS]`],
    'Query.manifest': [
      `input: { productType: CENOTE, productId: "${cenoteId}", date: "${date}", time: "10:00" }`,
      `input: { productType: TOUR, productId: "${tourId}", date: "${date}", time: "08:00" }`,
    ],
    'Query.reservationPreview': [
      `input: { reservations: [{ cenoteId: "${cenoteId}", visitDate: "${date}", visitors: { adults: 2, children: 0, seniors: 0 }, guest: { name: "Eva", email: "eva@example.com", phone: "+52 1" } }] }`,
    ],
    'Query.cancellationQuote': [`input: { id: "${reservationId}", reason: GUEST_REQUEST }`],
    'Query.signedFile': [
      `token: "${ticketToken}"`,
      `token: "${qrToken}", format: PNG`,
      `token: "${qrToken}", format: SVG`,
    ],
    'Query.webhook': [`id: "${webhookId}"`],
    'Query.webhookDeliveries': [`webhookId: "${webhookId}"`],
    'Query.cenote': [`id: "${cenoteId}"`],
    'Query.cenotes': ['first: 15', 'first: 15, filter: { search: "cenote" }', 'first: 15, offset: 15'],
    'Query.nearbyCenotes': ['latitude: 20.2, longitude: -87.5, first: 20'],
    'Query.tour': [`id: "${tourId}"`],
    'Query.ageBreakdownValidation': ['input: { adult: 2, child: 1 }'],
    'Query.couponValidation': ['code: "CENOTE10"', `code: "CENOTE10", cenoteId: "${cenoteId}", subtotalCents: 100000`],
    'Cenote.availability': [
      `input: { startDate: "${date}" }`,
      `input: { startDate: "${date}", days: 7 }`,
      `input: { startDate: "${date}", days: 30, visitors: 4 }`,
    ],
    'Cenote.priceCalculation': [price],
    'Tour.priceCalculation': [price],
    'Cenote.dailyPrices': [days],
    'Tour.dailyPrices': [days],
    'Cenote.automaticDiscounts': [`input: { date: "${date}", totalPeople: 10 }`],
    'Cenote.couponDiscount': ['code: "CENOTE10", subtotalCents: 100000'],
  }
}

/** One case for each root field and each field of an entity; a field that needs arguments and has none here throws. */
export function casesOf(supergraph: Supergraph, inventory: Inventory): CostCase[] {
  const schema = supergraph.apiSchema
  const given = argumentsOf(inventory)
  const variantsOf = (type: string, field: GraphQLField<unknown, unknown>): readonly string[] => {
    const known = given[`${type}.${field.name}`]
    if (known) return known
    if (field.args.some(isRequiredArgument))
      throw new Error(`${type}.${field.name} needs arguments: add them to bench/cost/cases.ts`)
    return ['']
  }
  const cases: CostCase[] = []
  const query = schema.getQueryType()
  const rootFields = Object.values(query?.getFields() ?? {}).filter(
    ({ name }) => !unmeasured.has(name) && isForPartners(supergraph, 'Query', name),
  )
  for (const field of rootFields)
    for (const argument of variantsOf('Query', field)) {
      const selection = `${field.name}${argument && `(${argument})`}${selectionOf(supergraph, field, 1)}`
      cases.push({
        name: nameOf('Query', field.name, argument),
        query: `{ ${Array.from({ length: aliases }, (_, index) => `a${index}: ${selection}`).join(' ')} }`,
        baseline: '{ __typename }',
        count: aliases,
      })
    }
  for (const [type, list] of Object.entries(lists))
    for (const field of Object.values((schema.getType(type) as GraphQLObjectType).getFields())) {
      if (field.name === 'id' || !isForPartners(supergraph, type, field.name)) continue
      for (const argument of variantsOf(type, field)) {
        const selection = `${field.name}${argument && `(${argument})`}${selectionOf(supergraph, field, 1)}`
        const count = (type === 'Tour' ? 5 : 20) * listAliases
        const common = { baseline: listed(list, 'id'), count }
        cases.push({ name: nameOf(type, field.name, argument), query: listed(list, `id ${selection}`), ...common })
        // Far more may be computed than is selected.
        if (argument !== '' && selection.endsWith('}')) {
          const bare = `${field.name}(${argument}) { __typename }`
          cases.push({
            name: `${nameOf(type, field.name, argument)} bare`,
            query: listed(list, `id ${bare}`),
            ...common,
          })
        }
      }
    }
  return cases
}

const listed = (list: string, selection: string): string =>
  `{ ${Array.from({ length: listAliases }, (_, index) => `l${index}: ${list} { nodes { ${selection} } }`).join(' ')} }`

/** The field, with its variant. */
const nameOf = (type: string, field: string, argument: string): string => {
  const [days] = /days: \d+/.exec(argument) ?? []
  const variant = days ?? ['search', 'offset', 'SVG', 'PNG', 'subtotalCents'].find((word) => argument.includes(word))
  return `${type}.${field}${variant === undefined ? '' : ` ${variant}`}`
}

/** Every scalar below a field that needs no arguments; of an entity only its id. */
function selectionOf(supergraph: Supergraph, field: GraphQLField<unknown, unknown>, depth: number): string {
  const type = getNamedType(field.type)
  if (isLeafType(type) || !isObjectType(type)) return ''
  if (type.name in lists) return ' { id }'
  const inner = Object.values(type.getFields())
    .filter(
      ({ args, name }) =>
        !args.some(isRequiredArgument) &&
        name !== 'edges' &&
        name !== 'quoteToken' &&
        isForPartners(supergraph, type.name, name),
    )
    .map((one) => {
      const named = getNamedType(one.type)
      if (isLeafType(named)) return one.name
      return depth < maxDepth && isObjectType(named) ? `${one.name}${selectionOf(supergraph, one, depth + 1)}` : ''
    })
    .filter((text) => text !== '' && !/^\w+ \{ *\}$/.test(text))
  return ` { ${inner.join(' ')} }`
}
