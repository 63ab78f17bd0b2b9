import type { Episode } from './episodes.ts'

const milliseconds = (value: number): string => `${(value / 1_000).toFixed(1)} s`

export function episodeLine({ name, lasted, failures, outage, recovery }: Episode): string {
  const end = recovery === undefined ? 'DID NOT RECOVER' : `recovered after ${milliseconds(recovery)}`
  return `${name.padEnd(64)} lasted ${milliseconds(lasted).padStart(7)}, ${String(failures).padStart(4)} requests failed within ${milliseconds(outage).padStart(7)}, ${end}`
}

/** A row for each fault: how often it was alone, and its worst effect. */
export function faultTable(episodes: readonly Episode[]): string {
  const byName = new Map<string, Episode[]>()
  for (const episode of episodes) {
    const name = episode.name.includes(' + ') ? 'two at the same time' : episode.name
    byName.set(name, [...(byName.get(name) ?? []), episode])
  }
  const rows = [...byName]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, all]) => {
      const recoveries = all.map(({ recovery }) => recovery ?? Infinity).sort((a, b) => a - b)
      const median = recoveries[Math.floor((recoveries.length - 1) / 2)] ?? NaN
      const max = (of: (episode: Episode) => number): number => Math.max(...all.map(of))
      return [
        name,
        String(all.length),
        String(max(({ failures }) => failures)),
        milliseconds(max(({ outage }) => outage)),
        milliseconds(median),
        milliseconds(recoveries.at(-1) ?? NaN),
      ]
    })
  const head = ['fault', 'times', 'failed at most', 'outage at most', 'recovery, median', 'recovery, at most']
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(34) : cell.padStart(head[index]?.length ?? 0))).join(' | ')} |`
  const rule = `| ${head.map((cell, index) => (index === 0 ? '-'.repeat(34) : `${'-'.repeat(cell.length - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
