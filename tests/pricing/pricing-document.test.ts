import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

interface Example {
  readonly title: string
  readonly request: Json
  /** The whole response or, where the page shows only a part of it, that part. */
  readonly response: Json
  readonly isWhole: boolean
  readonly lines: readonly { readonly path: string; readonly formula: string; readonly cents: number }[]
}

const [, worked = ''] = readFileSync('docs/partner-api/pricing.md', 'utf8').split('## Worked examples')
const examples = worked
  .split(/^### /m)
  .slice(1)
  .map((section): Example => {
    const [, shown = '', code = ''] = /```json request, ([\w ]+)\n([^`]+)```/.exec(section) ?? []
    const [request = 'null', response = 'null'] = code.split('\n\n')
    return {
      title: section.slice(0, section.indexOf('\n')),
      request: JSON.parse(request),
      response: JSON.parse(response),
      isWhole: shown === 'response',
      lines: [...section.matchAll(/^\| `([^`]+)`\s*\| `([^`]+)`\s*\|\s*(\d+) \|/gm)].map(
        ([, path = '', formula = '', cents]) => ({ path, formula, cents: Number(cents) }),
      ),
    }
  })

/** Sums, products and brackets, as they are written. */
function compute(formula: string): number {
  const tokens = formula.match(/[\d.]+|[-+*/()]/g) ?? []
  expect(tokens.join('')).toBe(formula.replaceAll(' ', ''))
  const value = (): number => {
    const token = tokens.shift()
    if (token !== '(') return Number(token)
    const inner = sum()
    expect(tokens.shift()).toBe(')')
    return inner
  }
  const product = (): number => {
    let result = value()
    while (tokens[0] === '*' || tokens[0] === '/') result = tokens.shift() === '*' ? result * value() : result / value()
    return result
  }
  const sum = (): number => {
    let result = product()
    while (tokens[0] === '+' || tokens[0] === '-')
      result = tokens.shift() === '+' ? result + product() : result - product()
    return result
  }
  return sum()
}

const plain = ['quantity', 'multiplier', 'minutesBefore']
/** Paths of all amounts that are not 0. */
const amountsIn = (value: Json, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => amountsIn(inner, path ? `${path}.${name}` : name))
    : typeof value === 'number' && value !== 0 && !plain.includes(path.split('.').at(-1) ?? '')
      ? [path]
      : []
const valueAt = (response: Json, path: string): Json =>
  path.split('.').reduce<Json>((value: Json, name) => value[name], response)

describe('a worked example of docs/partner-api/pricing.md', () => {
  let product: SharedProduct
  beforeAll(async () => {
    product = await sharedTestProduct()
  })

  it('shows its response, one of them the whole', () => {
    expect(examples.filter(({ response }) => response === null || Object.keys(response).length === 0)).toEqual([])
    expect(examples.some(({ isWhole }) => isWhole)).toBe(true)
  })

  it('is there for services, transport, coupons, currencies and tours', () => {
    const requests = JSON.stringify(examples.map(({ request }) => request))
    for (const shown of ['selectedServices', 'private_transfer', 'hotel_pickup', 'couponCode', 'USD', '"tour"'])
      expect(requests).toContain(shown)
  })

  it.each(examples.map((example) => [example.title, example] as const))(
    '%s: the product accepts it, and every amount is as the document says',
    async (_title, { request, response, isWhole, lines }) => {
      const { body } = await partner(product.url).post('/pricing/calculate-complete', request)
      if (isWhole) expect(body.data).toEqual(response)
      else
        for (const [member, value] of Object.entries(response))
          expect([member, body.data[member]]).toMatchObject([member, value])
      expect(lines.map(({ path }) => path).sort()).toEqual(amountsIn(body.data).sort())
      for (const { path, formula, cents } of lines) {
        expect([path, valueAt(body.data, path)]).toEqual([path, cents])
        // A formula with a rate has no exact binary form: a billionth of a cent is forgiven.
        expect([path, Math.floor(compute(formula) + 0.5 + 1e-9)]).toEqual([path, cents])
      }
    },
  )
})
