import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const quickScenarios = JSON.parse(readFileSync('tests/quick.json', 'utf8')) as readonly string[]
const scenarios = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)

describe('the scenarios that `npm test` runs', () => {
  it.each(quickScenarios)('exist: %s', (scenario) => {
    const isListed = (file: string): boolean =>
      scenario.endsWith('/') ? file.startsWith(scenario) : file === `${scenario}.test.ts`
    expect(scenarios.filter(isListed)).not.toEqual([])
  })

  it('have one of each area', () => {
    const areas = new Set(scenarios.map((file) => file.split('/')[1]))
    // Compares engines over random graphs: each of its scenarios takes a minute of processor time.
    areas.delete('differential')
    expect([...new Set(quickScenarios.map((scenario) => scenario.split('/')[1]))].sort()).toEqual([...areas].sort())
  })
})
