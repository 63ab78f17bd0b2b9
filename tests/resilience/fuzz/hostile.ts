import type { Chance } from '../../../bench/chance.ts'

/** Texts that programs have stumbled over. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\n',
  '\r\nX-Injected: 1',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  'e\u0301'.repeat(50),
  '𝕏'.repeat(100),
  '١٢٣',
  'x'.repeat(256),
  'x'.repeat(20_000),
  "' OR 1=1 --",
  '"; DROP TABLE x; --',
  '%',
  '%00',
  '%s%n',
  '_',
  '\\',
  '\\u0000',
  '../../../../etc/passwd',
  '${7*7}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '-1',
  '0',
  '1.5',
  '1e999',
  '9007199254740993',
  '99999999999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '-000001-01-01',
  '+275760-09-14',
  '2026-11-21T25:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '24:00',
  '00:60',
  '90.0000001,-180.1',
  '20.2,-87.4,1',
  ',,,,',
  'id,id,id',
  'CEN-000000',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'http://127.0.0.1:9/hook',
  'http://[::1]:9',
  'http://0x7f.1/',
  'javascript:alert(1)',
  'a@b',
  '"@"@example.com',
  `${'a'.repeat(300)}@example.com`,
]

/** Escaped for an address, which cannot hold half a character as texts in memory can. */
export const percentEncoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

const hostileNumbers = [
  0,
  -0,
  -1,
  1,
  1.5,
  1e-7,
  50,
  51,
  100,
  101,
  1e6,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
]

/** JSON values that are seldom valid; deep ones within what a parser accepts. */
const hostileValues: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => [],
  () => {},
  () => ({}),
  () => [[]],
  () => [null],
  () => nested(60),
  () => nested(1_000),
  () => Array.from({ length: 500 }, (_, index) => index),
  () => JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
  () => JSON.parse('{"constructor": {"prototype": {"polluted": true}}}') as unknown,
  () => ({ '': '', '\0': '\0', 'a.b': 1, 'a/b~c': 1 }),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Any value; often of the expected type, because another is refused immediately. */
export function hostileValue(chance: Chance, instead?: unknown): unknown {
  if (chance.often(0.6)) {
    if (typeof instead === 'number') return chance.pick(hostileNumbers)
    if (typeof instead === 'string') return chance.pick(hostileTexts)
  }
  return chance.pick([...hostileTexts, ...hostileNumbers, ...hostileValues.map((make) => make())])
}

type Container = Record<string, unknown> | unknown[]

/** Bends a JSON value in one place or several: takes away, replaces, adds, repeats. */
export function bent(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.often(0.05)) return hostileValue(chance)
  const copy = structuredClone(value) as Container
  const times = chance.often(0.7) ? 1 : 2 + chance.below(4)
  for (let time = 0; time < times; time += 1) bendOnce(copy, chance)
  return copy
}

function bendOnce(root: Container, chance: Chance): void {
  let holder = root
  for (;;) {
    const inner = Object.values(holder).filter((one): one is Container => typeof one === 'object' && one !== null)
    if (inner.length === 0 || chance.often(0.4)) break
    holder = chance.pick(inner)
  }
  const names = Object.keys(holder)
  const name = names.length > 0 ? chance.pick(names) : 'nothing'
  const fields = holder as Record<string, unknown>
  switch (chance.below(5)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(0, 1)
      else delete fields[name]
      break
    case 1:
      if (Array.isArray(holder)) holder.push(hostileValue(chance))
      else
        Object.defineProperty(holder, chance.pick([...hostileTexts, 'extra']), {
          value: hostileValue(chance),
          enumerable: true,
          configurable: true,
          writable: true,
        })
      break
    case 2:
      if (Array.isArray(holder)) for (let more = 0; more < 60; more += 1) holder.push(holder[0] ?? null)
      else fields[name] = [fields[name]]
      break
    default:
      fields[name] = hostileValue(chance, fields[name])
  }
}

/** Mutates a text: cuts, duplicates, swaps or inserts something. */
export function bentText(text: string, chance: Chance, plants: readonly string[] = hostileTexts): string {
  let bent = text
  const times = 1 + chance.below(3)
  for (let time = 0; time < times; time += 1) {
    const from = chance.below(bent.length + 1)
    const to = Math.min(bent.length, from + chance.below(12))
    switch (chance.below(4)) {
      case 0:
        bent = bent.slice(0, from) + bent.slice(to)
        break
      case 1:
        bent = bent.slice(0, to) + bent.slice(from)
        break
      case 2:
        bent = bent.slice(0, from)
        break
      default:
        bent = bent.slice(0, from) + chance.pick(plants) + bent.slice(to)
    }
  }
  return bent
}
