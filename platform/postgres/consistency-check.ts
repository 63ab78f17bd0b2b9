import type { Reader } from './database.ts'

/** Something that must hold in a database, and how to find where it does not. */
export interface Check {
  /** The checked items, in the plural. */
  readonly subject: string
  /** Tables that are checked; their rows are counted for the report. */
  readonly table: string
  /** A query for one column of text: a sentence for everything that is wrong. */
  readonly wrong: string
}

/** The result of a check. */
export interface Finding {
  readonly subject: string
  readonly examined: number
  /** A sentence for each discrepancy. */
  readonly discrepancies: readonly string[]
}

/** Makes checks one after the other on one snapshot, so that they all speak of the same moment. */
export async function makeChecks(reader: Reader, checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { subject, table, wrong } of checks) {
    const counted = await reader.query<{ count: number }>(`SELECT count(*) FROM ${table}`)
    const found = await reader.query<{ discrepancy: string }>(
      `SELECT discrepancy FROM (${wrong}) AS found (discrepancy)`,
    )
    findings.push({
      subject,
      examined: counted.rows[0]?.count ?? 0,
      discrepancies: found.rows.map(({ discrepancy }) => discrepancy),
    })
  }
  return findings
}
