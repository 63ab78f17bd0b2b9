import { expect, it } from '@jest/globals'
import { countRefusal, declareBound, declaredBounds } from './bounds.ts'
import { openMetrics } from './metrics.ts'

const declaration = {
  name: 'a-bound',
  what: 'Requests',
  per: 'connection',
  default: '1',
  response: 'closed',
  errorCode: 'TOO_MANY',
}
const metrics = async (): Promise<string[]> =>
  (await openMetrics()()).split('\n').filter((line) => line.startsWith('bounds_reached_total{bound="a-bound"'))

it('a bound counts those that reach it, by partner where one is known', async () => {
  const bound = declareBound(declaration)
  expect(await metrics()).toEqual(['bounds_reached_total{bound="a-bound",environment="",partner=""} 0'])
  bound.reached({ environment: 'live', partnerId: 'partner' })
  countRefusal('TOO_MANY', { environment: 'live', partnerId: 'partner' })
  countRefusal('NOT_FOUND', { environment: 'live', partnerId: 'partner' })
  bound.reached()
  expect(await metrics()).toEqual([
    'bounds_reached_total{bound="a-bound",environment="",partner=""} 1',
    'bounds_reached_total{bound="a-bound",environment="live",partner="partner"} 2',
  ])
  expect(declaredBounds()).toContain(bound)
  expect(() => declareBound(declaration)).toThrow('The bound a-bound is declared twice')
})
