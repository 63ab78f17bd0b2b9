// `npm run measures`: counts what the redesign makes smaller, beside the numbers of measures.json. Once `enforced` is
// true there, a number that is worse than the committed one fails the command. `-- --write` commits to today's numbers.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } })
const read = (file) => readFileSync(path.join(root, file), 'utf8')
const linesOf = (text) => text.split('\n').length - 1
const sum = (list, of) => list.reduce((total, each) => total + of(each), 0)

const tracked = git('ls-files')
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)))
const aside = [
  /^tests\/|\.test\.tsx?$|^bench\//,
  /(^|\/)generated\/|^clients\/typescript\/src\/openapi\.ts$|\/recorded-[^/]+$/,
  /^schema\/(contracts|released)\/|^schema\/supergraph\.graphql$/,
]
/** TypeScript and GraphQL without tests, their kit, benchmarks, generated and recorded files and contract snapshots. */
const product = tracked.filter((file) => /\.(tsx?|graphql)$/.test(file) && !aside.some((pattern) => pattern.test(file)))

/** The sources of booking's database. */
const bookingSql = 'subgraphs/booking/prisma/sql/'
const routine =
  /^(?:CREATE (?:OR REPLACE )?(FUNCTION|PROCEDURE) [^]*?|DO )(?:\$(\w*)\$[^]*?\$\2\$[^;]*;|\sRETURN\s[^]*?;$|\sBEGIN ATOMIC\s[^]*?^END;)/gm
const routines = tracked
  .filter((file) => file.endsWith('.sql') && file.startsWith(bookingSql))
  .map((file) => read(file).replaceAll(/^\\i (.+)$/gm, (_line, included) => read(included)))
  .flatMap((text) => [...text.matchAll(routine)])
const functions = routines.filter(([, kind]) => kind).map(([text]) => linesOf(text) + 1)

const reseller = product.filter((file) => read(file).includes('resellerReference'))
/** Database and timestamp of each migration. */
const migrations = tracked
  .map((file) => /^(.+\/prisma\/migrations)\/(\d{14})_[^/]+\/migration\.sql$/.exec(file))
  .filter((found) => found !== null)
  .map(([, folder, timestamp]) => ({ key: `${folder}/${timestamp}`, timestamp }))
const committedAt = git('log', '-1', '--date=format-local:%Y%m%d%H%M%S', '--format=%cd').trim()
const commands = Object.keys(JSON.parse(read('package.json')).scripts)

/** Each with its target and how it is counted; less is better. */
const rows = {
  'product code: lines': [108_000, () => sum(product, (file) => linesOf(read(file)))],
  'files that name resellerReference': [36, () => reseller.length],
  'the same, without console, OCTO and documents': [
    12,
    () => reseller.filter((file) => !/^console\/|\/octo\/|\/documents?\//.test(file)).length,
  ],
  "booking's database: functions": [24, () => functions.length],
  "booking's database: lines of functions": [420, () => sum(functions, (lines) => lines)],
  "booking's database: lines of the longest function": [40, () => Math.max(0, ...functions)],
  // Functions and DO blocks that execute a text; `EXECUTE FUNCTION` belongs to a trigger, `EXECUTE ON` to a privilege.
  'SQL that writes SQL: functions': [
    3,
    () => routines.filter(([text]) => /\bEXECUTE\s+(?!(FUNCTION|PROCEDURE|ON)\b)/.test(text)).length,
  ],
  'migrations: folders': [4, () => migrations.length],
  'migrations: later ones of the same timestamp in one database': [
    0,
    () => migrations.length - new Set(migrations.map(({ key }) => key)).size,
  ],
  // Compared with the date of the last commit, so that a commit always has the same number.
  'migrations: dated in the future': [0, () => migrations.filter(({ timestamp }) => timestamp > committedAt).length],
  // Rows of the table, without its two lines of headings.
  'memories of data': [7, () => read('docs/contributors/memories.md').match(/^\|/gm).length - 2],
  'facade without OCTO: lines': [
    10_500,
    () =>
      sum(
        product.filter((file) => /^rest-facade\/(?!octo\/)/.test(file)),
        (file) => linesOf(read(file)),
      ),
  ],
  'TypeScript files of 20 lines or fewer, index.ts aside': [
    110,
    () => product.filter((file) => /(?<!(^|\/)index)\.tsx?$/.test(file) && linesOf(read(file)) <= 20).length,
  ],
  'docs: words, without decisions and generated pages': [
    62_000,
    () =>
      sum(tracked.filter((file) => /^docs\/(?!decisions\/).*\.md$/.test(file)).map(read), (text) =>
        text.startsWith('<!-- Generated') ? 0 : text.trim().split(/\s+/).length,
      ),
  ],
  // A hook has the name of another script after `pre`, as `pretest`; `prepare` is counted.
  'npm scripts': [
    36,
    () => commands.filter((name) => !(name.startsWith('pre') && commands.includes(name.slice(3)))).length,
  ],
}

/** The number that a row may have: the committed one, or what the rises with a reason made of it. */
export function limitOf(row, { numbers, rises }) {
  return rises
    .filter((rise) => rise.row === row)
    .reduce((limit, { from, to, why }) => {
      if (from !== limit) throw new Error(`measures.json: "${row}" cannot rise from ${from}, it is ${limit}`)
      if (!why?.trim()) throw new Error(`measures.json: the rise of "${row}" to ${to} has no "why"`)
      return to
    }, numbers[row] ?? Infinity)
}

/** The rows that are above their limit, and above their target. */
export const worseRows = (now, committed, targets) =>
  Object.keys(now).filter((row) => now[row] > Math.max(limitOf(row, committed), targets[row] ?? 0))

/** Today's numbers to commit; a row that fell loses the reasons of earlier rises. Enforced ones do not rise. */
export function written(now, committed) {
  const fell = (row) => now[row] < limitOf(row, committed)
  const isTaken = (row) => !committed.enforced || fell(row) || committed.numbers[row] === undefined
  return {
    ...committed,
    numbers: Object.fromEntries(Object.keys(now).map((row) => [row, isTaken(row) ? now[row] : committed.numbers[row]])),
    rises: committed.rises.filter(({ row }) => committed.enforced && row in now && !fell(row)),
  }
}

function main() {
  let committed = JSON.parse(read('measures.json'))
  const now = Object.fromEntries(Object.entries(rows).map(([row, [, count]]) => [row, count()]))
  if (process.argv.includes('--write')) {
    committed = written(now, committed)
    writeFileSync(path.join(root, 'measures.json'), `${JSON.stringify(committed, null, 2)}\n`)
  }
  const targets = Object.fromEntries(Object.entries(rows).map(([row, [target]]) => [row, target]))
  const worse = worseRows(now, committed, targets)
  const width = Math.max(...Object.keys(rows).map((row) => row.length))
  const line = (name, ...cells) => `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(11)).join('')}`
  console.log(line('', 'committed', 'now', 'target'))
  for (const [row, [target]] of Object.entries(rows)) {
    const limit = limitOf(row, committed)
    const change = worse.includes(row) ? 'worse' : now[row] < limit ? 'better' : ''
    console.log(line(row, limit, now[row], target, change).trimEnd())
  }
  if (worse.length === 0 || !committed.enforced) return
  console.log('\nA row that must rise needs a line in "rises" of measures.json, before it is committed:')
  for (const row of worse)
    console.log(JSON.stringify({ row, from: limitOf(row, committed), to: now[row], why: 'the reason' }))
  process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
