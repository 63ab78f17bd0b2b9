// `npm run bench:pricing`: price calculations with few and with many rules, against their arithmetic alone.
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { demoId } from '../platform/values/demo-id.ts'
import { localExecutor } from '../platform/graphql/executor.ts'
import type { Identity } from '../platform/trust/identity.ts'
import { createLogger } from '../platform/process/logger.ts'
import { calculatePrice, type PriceData } from '../subgraphs/pricing/calculation/rules/price.ts'
import { coupons, type Coupon } from '../subgraphs/pricing/coupon/index.ts'
import { openDatabases } from '../subgraphs/pricing/database.ts'
import type { AutomaticRules } from '../subgraphs/pricing/discount/index.ts'
import { createPriceBook } from '../subgraphs/pricing/price-book.ts'
import { createPricingSubgraph } from '../subgraphs/pricing/server.ts'
import { runChild } from './child.ts'
import { apiKey, environment, startInstallation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import type { LoadPlan, Measurement } from './load.ts'
import { percentile } from './percentile.ts'
import { seedCoupons, seedRules, type Spread } from './pricing/seed.ts'

const help = `npm run bench:pricing -- [--rules 10,1000,10000] [--coupons 100000] [--seconds 4]

Starts an installation with so many coupons, gives it so many discount rules, one size after the other, and calculates
the price of a party of six with two services: the arithmetic alone, in the pricing subgraph within one process, and
over POST /pricing/calculate-complete, without and with a coupon. Prints calculations per second, p95 in milliseconds
and the ratio to the arithmetic. Exits 1 when a response is no price, or two ways come to another price.
`

const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '10,1000,10000' },
    coupons: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    help: { type: 'boolean', default: false },
  },
})

const connections = 20
const cenoteId = demoId('cenote', 'gran-cenote')
const serviceIds = ['private-guide', 'snorkel-kit'].map((slug) => demoId('cenote-service', `gran-cenote-${slug}`))
const adultCents = 50_000
const party = { infant: 0, child: 1, teen: 1, adult: 3, senior: 1 }
const spreads: readonly Spread[] = ['spread', 'everywhere']
const partner: Identity = {
  partnerId: demoId('partner', 'demo'),
  environment: 'sandbox',
  scopes: [],
  locale: 'en',
  requestId: 'bench',
}

interface Measured {
  readonly perSecond: number
  readonly p95: number
}

const query = `query($representations: [_Any!]!, $input: PriceCalculationInput!) {
  _entities(representations: $representations) {
    ... on Cenote {
      priceCalculation(input: $input) {
        basePriceCents ageAdjustments { category quantity multiplier subtotalCents } ageAdjustmentsTotalCents
        selectedServices { cenoteServiceId name costCents } automaticDiscounts { ruleId name type amountCents }
        couponDiscount { code amountCents } subtotalCents discountsCents taxesCents totalCents currency
      }
    }
  }
}`
const representations = [{ __typename: 'Cenote', id: cenoteId, pricing: { adultCents } }]

/** Runs calls one after the other for a given time, each one timed. */
async function timed(seconds: number, work: (index: number) => unknown): Promise<Measured> {
  for (let index = 0; index < 200; index += 1) await work(index)
  const times: number[] = []
  const started = performance.now()
  let now = started
  while (now - started < seconds * 1_000) {
    // Awaiting a plain value would count as arithmetic.
    const done = work(times.length)
    if (done instanceof Promise) await done
    const end = performance.now()
    times.push(end - now)
    now = end
  }
  return {
    perSecond: times.length / ((now - started) / 1_000),
    p95: percentile(
      times.sort((a, b) => a - b),
      0.95,
    ),
  }
}

async function overHttp(url: string, seconds: number, bodies: readonly string[]): Promise<Measured> {
  const plan: LoadPlan = {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    bodies,
    connections,
    warmUpSeconds: 1,
    seconds,
  }
  const output = await runChild('./load.js', [], JSON.stringify(plan), environment, atEnd)
  const { requestsPerSecond, p95, errors, statuses } = JSON.parse(output) as Measurement
  if (errors > 0) throw new Error(`${errors} responses were no price: ${JSON.stringify(statuses)}`)
  return { perSecond: requestsPerSecond, p95 }
}

const bodyOf = (couponCode?: string): string =>
  JSON.stringify({
    itemType: 'cenote',
    itemId: cenoteId,
    ageBreakdown: party,
    selectedServices: serviceIds,
    ...(couponCode === undefined ? {} : { couponCode }),
  })

async function bench(): Promise<boolean> {
  const sizes = values.rules.split(',').map(Number)
  const couponCount = Number(values.coupons)
  const seconds = Number(values.seconds)
  for (const number of [...sizes, couponCount])
    if (!Number.isInteger(number) || number < 1) throw new Error('--rules and --coupons must be whole numbers from 1')
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0')
  const { url, serverUrl } = await startInstallation()
  await seedCoupons(serverUrl, couponCount)
  const codeOf = (index: number): string => `BENCH${1 + ((index * 7_919) % couponCount)}`

  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${couponCount} coupons, ${seconds} s each; HTTP with ${connections} connections, the others one after the other\n\n`,
  )
  print(['rules', 'where', 'looked at', 'way', 'calculations/s', 'p95 ms', 'ratio'])
  print(['---:', '---', '---:', '---', '---:', '---:', '---:'])
  for (const spread of spreads)
    for (const size of sizes) {
      await seedRules(serverUrl, size, spread, cenoteId)
      await measure({ url, serverUrl, seconds, codeOf, size, spread })
    }
  return true
}

const print = (cells: readonly string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`)

interface Setting {
  readonly url: string
  readonly serverUrl: string
  readonly seconds: number
  readonly codeOf: (index: number) => string
  readonly size: number
  readonly spread: Spread
}

async function measure({ url, serverUrl, seconds, codeOf, size, spread }: Setting): Promise<void> {
  const { facts, rules, coupon, occasion } = await readFacts(serverUrl, codeOf(0))
  const arithmetic = (isWithCoupon: boolean): number =>
    calculatePrice({
      ...facts,
      at: occasion.at,
      rules: rules.of('cenote', cenoteId, occasion),
      coupon: isWithCoupon ? () => coupon : null,
    }).totalCents

  const signingSecret = 'a secret of the benchmark, for itself alone'
  const logger = createLogger('silent', 'bench')
  const subgraph = localExecutor(await createPricingSubgraph({ serverUrl, demoData: false, signingSecret, logger }))
  const operation = (couponCode: string | null) => ({
    query,
    variables: {
      representations,
      input: { ageBreakdown: party, selectedServices: serviceIds.map((id) => ({ id })), couponCode },
    },
  })
  const inProcess = async (couponCode: string | null): Promise<number> => {
    const { data } = await subgraph.execute(operation(couponCode), partner)
    const [priced] = (data?._entities ?? []) as { priceCalculation: { totalCents: number } }[]
    if (!priced) throw new Error('The subgraph returned no price')
    return priced.priceCalculation.totalCents
  }
  try {
    for (const isWithCoupon of [false, true]) {
      const way = isWithCoupon ? ', a coupon' : ''
      const code = (index: number): string | null => (isWithCoupon ? codeOf(index) : null)
      const address = `${url}/pricing/calculate-complete`
      const bodies = isWithCoupon ? Array.from({ length: 5_000 }, (_, index) => bodyOf(codeOf(index))) : [bodyOf()]
      await verifySame(
        arithmetic(isWithCoupon),
        () => inProcess(code(0)),
        () => totalOverHttp(address, bodies[0] ?? ''),
      )
      const alone = await timed(seconds, () => arithmetic(isWithCoupon))
      const inside = await timed(seconds, (index) => inProcess(code(index)))
      const outside = await overHttp(address, seconds, bodies)
      const looked = String(rules.of('cenote', cenoteId, occasion).length)
      for (const [name, measured] of [
        [`arithmetic${way}`, alone],
        [`pricing subgraph${way}`, inside],
        [`HTTP, whole product${way}`, outside],
      ] as const)
        print([
          String(size),
          spread,
          looked,
          name,
          measured.perSecond.toFixed(0),
          measured.p95.toFixed(3),
          (measured.perSecond / alone.perSecond).toFixed(4),
        ])
    }
  } finally {
    await subgraph.close()
  }
}

/** Everything that the price depends on, read once. */
async function readFacts(
  serverUrl: string,
  code: string,
): Promise<{
  facts: Omit<PriceData, 'rules' | 'coupon' | 'at'>
  rules: AutomaticRules
  coupon: Coupon
  occasion: Parameters<AutomaticRules['of']>[2]
}> {
  const { databases, close } = await openDatabases(serverUrl, 'pricing')
  try {
    const book = createPriceBook(databases.sandbox)
    const coupon = await coupons.loaders(databases.sandbox).coupon.load(code)
    if (!coupon) throw new Error(`There is no coupon ${code}`)
    const services = (await book.services(cenoteId)).filter(({ id }) => serviceIds.includes(id))
    const eligibilities = new Set(['all', 'authenticated'] as const)
    const people = Object.values(party).reduce((sum, count) => sum + count, 0)
    return {
      facts: {
        baseCents: adultCents,
        party,
        configurations: await book.ageConfigurations(cenoteId),
        services: services.map((service) => ({ service, quantity: 1, priceCents: service.priceCents ?? 0 })),
        transport: null,
        eligibilities,
        ...(await book.charges()),
        rateMicros: 1_000_000,
      },
      rules: await book.rules(),
      coupon,
      occasion: { at: new Date(), eligibilities, people },
    }
  } finally {
    await close()
  }
}

async function totalOverHttp(address: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  const response = await fetch(address, { method: 'POST', headers, body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${address} returned ${response.status}: ${text.slice(0, 500)}`)
  return (JSON.parse(text) as { data: { summary: { total: number } } }).data.summary.total
}

/** All transports must return the same price; a process may receive the new rules a moment later. */
async function verifySame(arithmetic: number, ...others: (() => Promise<number>)[]): Promise<void> {
  for (const other of others) {
    let total = await other()
    for (let attempt = 0; total !== arithmetic && attempt < 100; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      total = await other()
    }
    if (total !== arithmetic) throw new Error(`The prices differ: ${arithmetic} by arithmetic, ${total} otherwise`)
  }
}

if (values.help) process.stdout.write(help)
else await runBenchmark(bench)
