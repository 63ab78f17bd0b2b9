import { beforeAll, describe, expect, it } from '@jest/globals'
import { stringify } from 'yaml'
import { cenoteItem, meetingPointInput, tourInput } from '../testkit/catalog-forms.ts'
import { testInstallation, type TestInstallation } from '../testkit/installation.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = testInstallation()
  await installation.importLists({ cenotes: [cenoteItem('present')] })
})

const file = (lists: object): string => JSON.stringify({ formatVersion: 1, ...lists }, null, 2)
const yaml = { as: 'file.yaml' }
const { cenoteIds: _, ...tour } = tourInput('tour', [])

describe('a file that is wrong', () => {
  const cenote = cenoteItem('first')
  const { location, schedule, pricing } = cenote
  it.each([
    ['an unknown list', { cenotez: [] }, 'file.json:3: cenotez is unknown; there are'],
    [
      'an unknown field',
      { cenotes: [{ ...cenote, colour: 'blue' }] },
      /^file\.json:\d+: cenotes\[0\]\.colour is unknown$/,
    ],
    [
      'a wrong type',
      { cenotes: [{ ...cenote, capacity: { daily: '100', hourly: 20 } }] },
      /: cenotes\[0\]\.capacity\.daily must be of type integer$/,
    ],
    ['a missing field', { cenotes: [{ slug: 'first' }] }, 'file.json:4: cenotes[0].name is required'],
    [
      'a slug that is named twice',
      { cenotes: [cenote, cenoteItem('second'), cenote] },
      /: cenotes\[2\]\.slug repeats cenotes\[0\]: first$/,
    ],
    [
      'coordinates out of range',
      { cenotes: [{ ...cenote, location: { ...location, latitude: 91 } }] },
      /: cenotes\[0\]\.location\.latitude must be at most 90$/,
    ],
    [
      'negative money',
      { cenotes: [{ ...cenote, pricing: { ...pricing, adultCents: -1 } }] },
      /: cenotes\[0\]\.pricing\.adultCents must be at least 0$/,
    ],
    [
      'an unknown currency',
      { cenotes: [{ ...cenote, pricing: { ...pricing, currency: 'XXX' } }] },
      /: cenotes\[0\]\.pricing\.currency must be one of: MXN$/,
    ],
    [
      'a schedule that ends before it begins',
      { cenotes: [{ ...cenote, schedule: { ...schedule, closeTime: '08:00' } }] },
      /: cenotes\[0\]\.schedule\.closeTime must be after openTime$/,
    ],
    [
      'a tour of an unknown cenote',
      { tours: [{ ...tour, cenotes: ['nowhere'] }] },
      /: tours\[0\]\.cenotes\[0\] is unknown$/,
    ],
    [
      'an unknown amenity',
      { cenotes: [{ ...cenote, amenities: [{ id: 'nothing' }] }] },
      /: cenotes\[0\]\.amenities\[0\]\.id is unknown$/,
    ],
    ['a list that is none', { cenotes: {} }, 'file.json:3: cenotes must be a list'],
  ])('reports %s by file, line and field, and writes nothing', async (_name, lists, expected) => {
    const before = await installation.exportText()
    const lines = await installation.refusal(file(lists))
    expect(lines.join('\n')).toMatch(expected)
    expect(await installation.exportText()).toBe(before)
  })

  it('names the line of each error, in JSON and in YAML', async () => {
    const lists = { cenotes: [cenote, { ...cenoteItem('second'), location: { ...location, longitude: 200 } }] }
    for (const [text, settings] of [
      [file(lists), {}],
      [stringify({ formatVersion: 1, ...lists }), yaml],
    ] as const) {
      const line = text.split('\n').findIndex((content) => content.includes('200')) + 1
      expect(line).toBeGreaterThan(20)
      expect(await installation.refusal(text, settings)).toEqual([
        `${settings === yaml ? 'file.yaml' : 'file.json'}:${line}: cenotes[1].location.longitude must be at most 180`,
      ])
    }
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
    'names %s as an unknown member by its line, like any other',
    async (member) => {
      const lines = [`formatVersion: 1`, `${member}: 1`, 'cenotes:', '- slug: first', `  ${member}: {a: 1}`]
      const asJson = `{"formatVersion": 1,\n"${member}": 1,\n"cenotes": [\n{"slug": "first",\n"${member}": {"a": 1}}]}`
      for (const [text, settings, name] of [
        [lines.join('\n'), yaml, 'file.yaml'],
        [asJson, {}, 'file.json'],
      ] as const) {
        const refused = await installation.refusal(text, settings)
        expect(refused[0]).toMatch(`${name}:2: ${member} is unknown; there are`)
        expect(refused).toContain(`${name}:5: cenotes[0].${member} is unknown`)
      }
    },
  )

  it('reports every error at once, up to a hundred', async () => {
    const wrong = Array.from({ length: 60 }, (_, index) => cenoteItem(`s-${index}`, { colour: 1, shape: 2 }))
    const lines = await installation.refusal(file({ cenotes: wrong }))
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('There may be more: the first 100 are shown.')
  })

  it('is refused for another version of the format', async () => {
    expect(await installation.refusal('{"formatVersion": 2}')).toEqual(['file.json:1: formatVersion must be 1'])
    expect(await installation.refusal('{"cenotes": []}')).toHaveLength(1)
    expect(await installation.refusal('[]')).toEqual(['file.json:1: must be an object'])
  })

  it('may not take a meeting point of another cenote', async () => {
    const id = '3c1f0c0e-37f4-4f3c-9d83-3a8b4c1a2d10'
    await installation.importLists({
      cenotes: [cenoteItem('with-gate', { meetingPoints: [meetingPointInput('Gate', { id })] })],
    })
    const thief = cenoteItem('thief', { meetingPoints: [meetingPointInput('Gate', { id })] })
    expect((await installation.refusal(file({ cenotes: [thief] }))).join()).toMatch(
      /meetingPoints\[0\]\.id is used already$/,
    )
    const both = ['one', 'two'].map((slug) =>
      cenoteItem(slug, { meetingPoints: [meetingPointInput('Gate', { id: id.replace('3c', '4c') })] }),
    )
    expect((await installation.refusal(file({ cenotes: both }))).join()).toMatch(/cenotes\[1\]\.meetingPoints\[0\]\.id/)
  })
})

describe('a file that cannot be read', () => {
  it.each([
    [
      '{\n  "formatVersion": 1,\n  "cenotes": [}\n',
      'file.json:3: is not readable as JSON: a value is missing or misspelt',
    ],
    ['{"a": 1,\n "a": 2}', 'file.json:2: is not readable as JSON: "a" is named twice'],
    ['{"a": 1}\n{"b": 2}', 'file.json:2: is not readable as JSON: more follows after the end of the document'],
    ['{"a": "x\ny"}', 'file.json:1: is not readable as JSON: a text has a line break or control character'],
    ['{"a": "\\x"}', 'file.json:1: is not readable as JSON: a text has an unknown escape'],
    ['{"a": 1', 'file.json:1: is not readable as JSON: "," or "}" is missing'],
    ['', 'file.json:1: is not readable as JSON: the document ends too early'],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 'file.json:1: is not readable as JSON: nests deeper than 64 levels'],
  ])('as JSON is refused by line: %j', async (text, expected) => {
    expect(await installation.refusal(text)).toEqual([expected])
  })

  it.each([
    ['formatVersion: 1\ncenotes: [', /^file\.yaml:2: is not readable as YAML: /],
    ['formatVersion: 1\nformatVersion: 1', /^file\.yaml:2: .*"formatVersion" is named twice/],
    ['formatVersion: 1\n"formatVersion": 1', /^file\.yaml:2: .*"formatVersion" is named twice/],
    ['formatVersion: 1\n? [a]\n: 1', /^file\.yaml:2: .*the name of a member must be a plain text/],
    ['formatVersion: 1\ncenotes: *some', /^file\.yaml:2: .*the alias \*some has no anchor before it/],
    ['formatVersion: 1\ncenotes: &all [*all]', /^file\.yaml:2: .*the alias \*all stands for what it is part of/],
    ['formatVersion: 1\ncenotes: !!omap [a: 1]', /^file\.yaml:2: .*Unresolved tag/],
    ['formatVersion: 1\ncenotes: !!python/object:os.system []', /^file\.yaml:2: .*Unresolved tag/],
    ['--- 1\n--- 2', /multiple documents/],
  ])('as YAML is refused by line: %j', async (text, expected) => {
    expect((await installation.refusal(text, yaml))[0]).toMatch(expected)
  })

  it('as YAML is refused by line when it nests too deep, before nodes are built', async () => {
    for (const text of ['['.repeat(20_000), '? '.repeat(20_000), '- '.repeat(20_000), 'a: '.repeat(20_000)])
      expect(await installation.refusal(`formatVersion: 1\ncenotes:\n  ${text}`, yaml)).toEqual([
        'file.yaml:3: is not readable as YAML: nests deeper than 64 levels',
      ])
  })

  it('is refused when its aliases expand without bound', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `l${n}: &l${n} [${n === 0 ? '1, 1' : `${`*l${n - 1}, `.repeat(9)}1`}]`,
    )
    expect(await installation.refusal(`formatVersion: 1\n${levels.join('\n')}`, yaml)).toEqual([
      'file.yaml:6: is not readable as YAML: its aliases expand more than 1000 times',
    ])
  })

  it('is refused when an object has more members than any has, before their names are compared', async () => {
    const count = 200_000
    const names = Array.from({ length: count }, (_, index) => `name${index}`)
    const members = names.map((name) => `${JSON.stringify(name)}: 1`)
    expect(await installation.refusal(`{\n${members.join(',\n')}}`)).toEqual([
      'file.json:1002: is not readable as JSON: an object has more than 1000 members',
    ])
    for (const [text, line] of [
      [`cenotes:\n- ${members.join('\n  ')}`, 1002],
      [`cenotes: [{\n${members.join(',\n')}}]`, 1001],
    ] as const)
      expect(await installation.refusal(text, yaml)).toEqual([
        `file.yaml:${line}: is not readable as YAML: an object has more than 1000 members`,
      ])
  })

  it('is refused when its aliases are many, or expand to many values', async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `- &a${index} 1\n- *a${index}`)
    expect(await installation.refusal(many.join('\n'), yaml)).toEqual([
      'file.yaml:2001: is not readable as YAML: it has more than 1000 anchors',
    ])
    expect(await installation.refusal(`- &a 1\n${'- *a\n'.repeat(50_000)}`, yaml)).toEqual([
      'file.yaml:1002: is not readable as YAML: it has more than 1000 aliases',
    ])
    const list = `- &list\n${'  - 1\n'.repeat(20_000)}`
    expect(await installation.refusal(`${list}${'- *list\n'.repeat(900)}`, yaml)).toEqual([
      'file.yaml:20051: is not readable as YAML: its aliases expand more than to 1000000 values',
    ])
  })

  it('is refused by its size: 128 MiB of JSON, 8 MiB of YAML', async () => {
    const spaces = ' '.repeat(9 * 1_048_576)
    expect((await installation.refusal(`formatVersion: 1\n${spaces}`, yaml))[0]).toMatch(
      /^file\.yaml: is larger than 8 MiB, the most that is read of YAML; use JSON/,
    )
    expect((await installation.refusal(`formatVersion: 1\n${spaces.repeat(15)}`, yaml))[0]).toMatch(/ 8 MiB/)
    expect((await installation.refusal(`{"formatVersion": 1}${spaces.repeat(15)}`))[0]).toMatch(
      /^file\.json: is larger than 128 MiB/,
    )
  })

  it('may begin with what npm prints before a redirected export', async () => {
    const text = `\n> cenote-partner-platform@0.1.0 catalog\n> node dist/cli/catalog/main.js export\n\n{"formatVersion": 1,\n"x": 1}`
    expect(await installation.refusal(text)).toEqual([expect.stringMatching(/^file\.json:6: x is unknown/)])
  })
})
