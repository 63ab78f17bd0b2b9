import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { closeCodes } from '../../schema/close-codes.ts'

it('the page of subscriptions says for each close code why it is sent and what to do', async () => {
  const page = await readFile('docs/frontend/subscriptions.md', 'utf8')
  const [, section = ''] = page.split('\n### Close codes\n')
  const rows = [...(section.split('\n#', 1)[0] ?? '').matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  )
  const [heading, , ...codes] = rows
  expect(heading).toEqual(['Code', 'Why', 'What to do'])
  expect(codes.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([])
  const listed = codes.flatMap(([code = '']) => code.match(/\d{4}/g) ?? [])
  expect(listed).toEqual(expect.arrayContaining(Object.values(closeCodes).map(String)))
})
