import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'

const folder = 'docs/decisions'
const records = readdirSync(folder).filter((file) => /^\d{4}-.*\.md$/.test(file))
const overview = readFileSync(`${folder}/README.md`, 'utf8')

it.each(records)('a decision has a date and a status, the same in the overview: %s', (file) => {
  const number = file.slice(0, 4)
  const [title, , date, status] = readFileSync(`${folder}/${file}`, 'utf8').split('\n')
  expect(title).toMatch(new RegExp(`^# ${number}: `))
  const row = overview.split('\n').find((line) => line.startsWith(`| [${number}](${file})`)) ?? ''
  const [, , , listedDate, listedStatus] = row.split('|').map((cell) => cell.trim())
  expect(date).toBe(`- Date: ${listedDate}`)
  // A record names another by a link.
  expect(status?.replaceAll(/\[(\d{4})\]\([^)]*\)/g, '$1')).toBe(`- Status: ${listedStatus}`)
})
