import { describe, expect, it } from '@jest/globals'
import { getOperationAST, parse } from 'graphql'
import { fragmentsOf } from '../../../platform/graphql/selection/fragments.ts'
import { loadSupergraph } from '../../supergraph/supergraph.ts'
import { costBudgets } from './cost-budgets.ts'
import { CostModel } from './cost.ts'

const supergraph = loadSupergraph(new URL('../../../schema/supergraph.graphql', import.meta.url))
const model = new CostModel(supergraph.schema)

const costOf = (text: string, variables: Record<string, unknown> = {}): number => {
  const document = parse(text)
  return model.of(getOperationAST(document)!, fragmentsOf(document))(variables)
}

/** The cost that the contract declares for one cenote by its id. */
const lookup = 5
/** The same for availability, beside its days. */
const availability = 20
/** The same for any list of cenotes, beside its items. */
const list = 60

describe('the cost of an operation', () => {
  it('counts an object as 1 and a value as nothing', () => {
    expect(costOf('{ cenote(id: "1") { id name location { latitude longitude } } }')).toBe(
      costOf('{ cenote(id: "1") { id location { latitude } } }'),
    )
    expect(costOf('{ cenote(id: "1") { id location { latitude } } }')).toBe(lookup + 1)
  })

  it('multiplies the items of a list by the requested length', () => {
    expect(costOf('{ cenotes(first: 100) { totalCount nodes { id location { latitude } } } }')).toBe(list + 100 * 2)
    expect(costOf('{ cenotes(first: 2) { nodes { reviews(first: 50) { id } } } }')).toBe(list + 2 * (1 + 50))
  })

  it('takes the length from variables, their defaults, the default of the argument', () => {
    const listed = 'query ($first: Int = 7) { cenotes(first: $first) { nodes { id } } }'
    expect(costOf(listed, { first: 30 })).toBe(list + 30)
    expect(costOf(listed)).toBe(list + 7)
    expect(costOf('query ($first: Int) { cenotes(first: $first) { nodes { id } } }')).toBe(list + 15)
    expect(costOf('{ cenotes { nodes { id } } }')).toBe(list + 15)
    expect(costOf(listed, { first: 'many' })).toBe(list + 15)
    expect(costOf(listed, { first: -5 })).toBe(list)
  })

  it('takes a length from a field of an input object', () => {
    const days = (input: string) => costOf(`{ cenote(id: "1") { availability(input: ${input}) { days { date } } } }`)
    const selected = (count: number) => lookup + Math.ceil(availability + count / 2 + count)
    expect(days('{ startDate: "2027-01-01" }')).toBe(selected(1))
    expect(days('{ startDate: "2027-01-01", days: 7 }')).toBe(selected(7))
    expect(days('{ startDate: "2027-01-01", endDate: "2027-01-05" }')).toBe(selected(5))
    expect(days('{ startDate: "2027-01-05", endDate: "2027-01-01" }')).toBe(selected(1))
    expect(days('{ startDate: "2027-01-01", endDate: "2032-01-01" }')).toBe(selected(62))
    expect(days('{ endDate: "2027-01-05" }')).toBe(selected(62))
    expect(days('{ startDate: "tomorrow", endDate: "2027-01-05" }')).toBe(selected(62))
    const requested =
      'query ($input: AvailabilityInput!) { cenote(id: "1") { availability(input: $input) { days { date } } } }'
    expect(costOf(requested, { input: { days: 14 } })).toBe(selected(14))
    expect(costOf(requested, { input: { startDate: '2027-01-01', endDate: '2027-01-31' } })).toBe(selected(31))
    expect(costOf(requested, { input: { days: null, endDate: null } })).toBe(selected(1))
  })

  it('has what each item takes to compute also where no list is selected', () => {
    const bare = (count: number) =>
      costOf(`{ cenote(id: "1") { availability(input: { days: ${count} }) { startDate } } }`)
    expect(bare(30)).toBe(lookup + availability + 15)
    expect(bare(2)).toBe(lookup + availability + 1)
    const requested = 'query ($days: Int) { cenote(id: "1") { availability(input: { days: $days }) { startDate } } }'
    expect(costOf(requested, { days: 20 })).toBe(lookup + availability + 10)
  })

  it('lets a Basic key ask for a month of a cenote and a week of a page, and not for many months at once', () => {
    const day = `date available reason nextAvailable capacity { total booked remaining }
      timeSlots { time available capacity booked remaining waitlist } pricing { adultCents }`
    const of = (days: number) => `availability(input: { days: ${days} }) {
      days { ${day} } restrictions { type message datesAffected } recommendations { date time reason } }`
    const listed = (count: number, selection: string) =>
      costOf(`{ cenotes(first: ${count}) { nodes { id ${selection} } } }`)
    expect(costOf(`{ cenote(id: "1") { ${of(30)} } }`)).toBeLessThan(costBudgets.basic / 10)
    expect(listed(15, of(7))).toBeLessThan(costBudgets.basic)
    expect(listed(10, of(30))).toBeLessThan(costBudgets.basic)
    const aliases = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `a${index}: availability(input: { days: 30, visitors: ${index} }) { startDate }`,
      )
    // Each is computed from 30 days, although it shows none.
    expect(listed(100, aliases(48).join(' '))).toBeGreaterThan(costBudgets.enterprise)
    expect(listed(100, aliases(2).join(' '))).toBeGreaterThan(costBudgets.basic)
  })

  it('lets a Pro key read a month of ten cenotes at a glance, and a Basic key a year of one', () => {
    const calendar = (
      endDate: string,
    ) => `calendar(input: { startDate: "2027-01-01", endDate: "${endDate}", visitors: 2 }) {
      days { date available reason capacity { total remaining } firstTime fromPriceCents } }`
    const listed = (count: number, endDate: string) =>
      costOf(`{ cenotes(first: ${count}) { nodes { id ${calendar(endDate)} } } }`)
    expect(listed(10, '2027-01-31')).toBeLessThan(costBudgets.pro / 10)
    expect(listed(1, '2028-01-01')).toBeLessThan(costBudgets.basic / 4)
    expect(listed(100, '2028-01-01')).toBeGreaterThan(costBudgets.pro)
  })

  it('counts the days of prices, of which a Basic key may read a year together with the calendar', () => {
    const prices = (endDate: string) => `dailyPrices(input: { startDate: "2027-01-01", endDate: "${endDate}" }) {
      date units { category price { originalCents retailCents taxes { name retailCents } } } party { retailCents } }`
    const calendar =
      'calendar(input: { startDate: "2027-01-01", endDate: "2028-01-01" }) { days { date capacity { total } } }'
    const selected = (selection: string) => costOf(`{ cenote(id: "1") { ${selection} } }`)
    const day = selected(prices('2027-01-01')) - lookup
    expect(day).toBeGreaterThan(0)
    expect(selected(prices('2027-01-31'))).toBe(lookup + 31 * day)
    expect(selected(`${calendar} ${prices('2028-01-01')}`)).toBeLessThan(costBudgets.basic)
  })

  it('is the same through fragments, and doubled for what is selected twice', () => {
    const plain = costOf('{ cenotes(first: 3) { nodes { id location { latitude } } } }')
    expect(
      costOf(
        '{ cenotes(first: 3) { ...list } } fragment list on CenoteConnection { nodes { ... on Cenote { location { latitude } } } }',
      ),
    ).toBe(plain)
    expect(
      costOf(
        '{ a: cenotes(first: 3) { nodes { location { latitude } } } b: cenotes(first: 3) { nodes { location { latitude } } } }',
      ),
    ).toBe(2 * plain)
  })

  it('counts 10 for each field of a mutation, and what the contract declares', () => {
    expect(costOf('mutation { cancelReservation(input: {}) { id } }')).toBe(10)
    expect(costOf('{ cenote(id: "1") { priceCalculation(input: {}) { totalCents } } }')).toBe(lookup + 10)
  })

  it('is computed for fragments nested in a thousand combinations without walking each', () => {
    const nested = Array.from({ length: 40 }, (_, i) => `fragment f${i} on Cenote { ...f${i + 1} ...f${i + 1} }`).join(
      ' ',
    )
    expect(costOf(`{ cenote(id: "1") { ...f0 } } ${nested} fragment f40 on Cenote { location { latitude } }`)).toBe(
      lookup + 2 ** 40,
    )
  })
})
