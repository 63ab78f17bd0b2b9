import { describe, expect, it } from '@jest/globals'
import { createStatementNames } from './statement-names.ts'

const used = (nameOf: (text: string) => string | undefined, text: string, times: number): string | undefined => {
  for (let time = 1; time < times; time += 1) nameOf(text)
  return nameOf(text)
}

describe('a statement that is composed at run time', () => {
  it('gets one name of its own when it is sent often', () => {
    const nameOf = createStatementNames('rows')
    expect(used(nameOf, 'SELECT 1', 9)).toBeUndefined()
    const names = [nameOf('SELECT 1'), nameOf('SELECT 1'), used(nameOf, 'SELECT 2', 10)]
    expect(names).toEqual(['rows-0', 'rows-0', 'rows-1'])
  })
  it('gets none while many others are sent once each', () => {
    const nameOf = createStatementNames('rows')
    for (let number = 0; number < 5_000; number += 1) expect(nameOf(`SELECT ${number}`)).toBeUndefined()
    expect(used(nameOf, 'SELECT often', 10)).toBe('rows-0')
  })
  it('gets none when there are as many names as connections can hold', () => {
    const nameOf = createStatementNames('rows')
    for (let number = 0; number < 200; number += 1) expect(used(nameOf, `SELECT ${number}`, 10)).toBe(`rows-${number}`)
    expect(used(nameOf, 'SELECT one more', 20)).toBeUndefined()
    expect(nameOf('SELECT 7')).toBe('rows-7')
  })
})
