import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from '../../platform/postgres/consistency-check.ts'

const maxLooks = 4

/** The subject of a discrepancy: its sentence without the counts, which go on changing under load. */
const subjectOf = (discrepancy: string): string => discrepancy.replaceAll(/(?<![\w:.-])\d+(?![\w:.-])/g, '#')

/** Looks again while something differs, and reports those discrepancies whose subject differed in every look. */
export async function reportLasting(look: () => Promise<Finding[]>, pauseMilliseconds: number): Promise<Finding[]> {
  let findings = await look()
  for (let looks = 1; looks < maxLooks && findings.some(isWrong); looks += 1) {
    await delay(pauseMilliseconds)
    const before = findings
    findings = (await look()).map((finding) => {
      const known = new Set(
        before.filter(({ subject }) => subject === finding.subject).flatMap((one) => one.discrepancies.map(subjectOf)),
      )
      return { ...finding, discrepancies: finding.discrepancies.filter((one) => known.has(subjectOf(one))) }
    })
  }
  return findings
}

const isWrong = ({ discrepancies }: Finding): boolean => discrepancies.length > 0
