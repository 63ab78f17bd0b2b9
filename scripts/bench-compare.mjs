import { spawn } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildCommit, hashOf } from './build-commit.mjs'

const benches = ['bench', 'bench:reservations', 'bench:gateway', 'bench:cache', 'bench:catalog', 'bench:pricing']
const help = `npm run bench:compare -- OLD NEW BENCH [--rounds 8] [--bound 1.10] [-- ARGUMENTS]

Builds two commits in temporary worktrees, runs BENCH of each in turn (old new, new old, ...), so many rounds, and prints
for each row how many times as much time, processor time or memory NEW takes, with the 95 percent interval. For
requests per second it is the ratio of their inverses, so that above 1 is always worse. A row is worse when its whole
interval is above the bound; then the exit code is 1. Rows of hand-written and other servers show what the machine did.

BENCH is one of ${benches.join(', ')}; ARGUMENTS are its own.
`

const isRate = (heading) => heading.endsWith('/s')
const isMeasured = (heading) =>
  isRate(heading) || (/\bms\b|\bp\d\d$|\bMi?B$/.test(heading) && !heading.includes('ratio'))

/** Cells of a row of a Markdown table; undefined for any other line. */
const cellsOf = (line) =>
  (/^\|.*\|$/.test(line.trim()) ? line.trim().slice(1, -1).split('|') : undefined)?.map((cell) => cell.trim())

/** Numbers the repetitions of a name: "p95", "p95 (2)". */
function distinct() {
  const counts = new Map()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  }
}

/** The measured cells of the tables that a benchmark printed, by row and heading. The cells before them name the row. */
export function measuredCells(output) {
  const found = new Map()
  const rowName = distinct()
  let columns = []
  let previous
  for (const line of output.split('\n')) {
    const cells = cellsOf(line)
    if (!cells) columns = []
    else if (cells.every((cell) => /^:?-+:?$/.test(cell))) {
      const name = distinct()
      columns = previous.map((heading, index) => ({ heading, index, name: name(heading) }))
    } else if (columns.some(({ heading }) => isMeasured(heading))) {
      const measured = columns.filter(({ heading }) => isMeasured(heading))
      const row = rowName(cells.slice(0, measured[0].index).join(', '))
      for (const { heading, index, name } of measured) {
        const value = Number(cells[index].replaceAll(',', ''))
        if (value > 0) found.set(`${row} | ${name}`, isRate(heading) ? 1 / value : value)
      }
    }
    previous = cells
  }
  return found
}

/** Student's t for 95 percent, by degrees of freedom from 1. */
const quantiles = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
]
const maxRounds = quantiles.length + 1

/** The geometric mean of ratios and its 95 percent interval. */
export function intervalOf(ratios) {
  const logs = ratios.map(Math.log)
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1)
  const half = quantiles[logs.length - 2] * Math.sqrt(variance / logs.length)
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) }
}

/** Compares the measured cells of rounds; what one of them lacks is named and not compared. */
export function compare(rounds, bound) {
  const all = new Set(rounds.flatMap(({ old, next }) => [...old.keys(), ...next.keys()]))
  const compared = [...all].filter((name) => rounds.every(({ old, next }) => old.has(name) && next.has(name)))
  return {
    rows: compared.map((name) => {
      const found = intervalOf(rounds.map(({ old, next }) => next.get(name) / old.get(name)))
      return { name, ...found, isWorse: found.low > bound }
    }),
    missing: [...all].filter((name) => !compared.includes(name)),
  }
}

let running
let isInterrupted = false

/** Runs a benchmark of a build and returns what it printed. */
async function run(folder, bench, args) {
  running = spawn('npm', ['run', '--silent', bench, '--', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  running.stdout.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => running.once('close', resolve))
  // It has ended its processes by then; the exit removes the worktrees.
  if (isInterrupted) process.exit(1)
  running = undefined
  const cells = measuredCells(output)
  if (cells.size === 0) throw new Error(`${bench} measured nothing in ${folder}:\n${output}`)
  if (code !== 0) process.stderr.write(`${bench} ended with ${code} in ${folder}:\n${output}\n`)
  return cells
}

async function main() {
  const [own, args] = ((all, at = all.indexOf('--')) => (at < 0 ? [all, []] : [all.slice(0, at), all.slice(at + 1)]))(
    process.argv.slice(2),
  )
  const { values, positionals } = parseArgs({
    args: own,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '8' },
      bound: { type: 'string', default: '1.10' },
      help: { type: 'boolean', default: false },
    },
  })
  const [rounds, bound] = [Number(values.rounds), Number(values.bound)]
  const [oldName, newName, bench] = positionals
  const isValid = Number.isInteger(rounds) && rounds >= 2 && rounds <= maxRounds && bound > 0 && benches.includes(bench)
  if (values.help || !isValid || positionals.length !== 3) {
    process.stderr.write(`${help}\n--rounds is from 2 to ${maxRounds}.\n`)
    process.exitCode = values.help ? 0 : 2
    return
  }
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      isInterrupted = true
      if (running) running.kill(signal)
      else process.exit(1)
    })
  // Both are named before the first is built: a branch may move meanwhile.
  const [from, to] = [hashOf(oldName), hashOf(newName)]
  const sides = { old: buildCommit(from), next: buildCommit(to) }
  const peers = fileURLToPath(new URL('../.data/bench-peers', import.meta.url))
  if (bench === 'bench:gateway' && existsSync(peers))
    for (const { folder } of Object.values(sides))
      cpSync(peers, path.join(folder, '.data/bench-peers'), { recursive: true })
  const measured = []
  for (let round = 0; round < rounds; round += 1) {
    const results = {}
    for (const side of round % 2 === 0 ? ['old', 'next'] : ['next', 'old']) {
      process.stderr.write(`\nround ${round + 1} of ${rounds}: ${side === 'old' ? oldName : newName}\n`)
      results[side] = await run(sides[side].folder, bench, args)
    }
    measured.push(results)
  }
  const { rows, missing } = compare(measured, bound)
  const figure = (value) => value.toFixed(3)
  console.log(
    `${[bench, ...args].join(' ')}: ${from.slice(0, 12)} to ${to.slice(0, 12)}, ${rounds} rounds, bound ${bound}\n`,
  )
  console.log('| row | measured | ratio | 95 percent interval | |\n| --- | --- | ---: | ---: | --- |')
  for (const { name, ratio, low, high, isWorse } of rows)
    console.log(`| ${name} | ${figure(ratio)} | ${figure(low)} to ${figure(high)} | ${isWorse ? 'worse' : ''} |`)
  if (missing.length > 0) console.log(`\nNot in all runs: ${missing.join('; ')}`)
  const worse = rows.filter(({ isWorse }) => isWorse)
  console.log(`\n${worse.length} of ${rows.length} are worse`)
  if (worse.length > 0) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
