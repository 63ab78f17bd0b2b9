import { jest } from '@jest/globals'
import pg from 'pg'
import { sql } from './database.ts'

/** A node of a plan as PostgreSQL writes it in JSON; only what the tests read. */
export interface PlanNode {
  readonly 'Relation Name'?: string
  /** Partitions that were left out when the statement began, not when it was planned. */
  readonly 'Subplans Removed'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A statement as a server ran it, also inside of a function. */
export interface PlannedStatement {
  readonly text: string
  readonly plan: PlanNode
}

/** From now on every new session of a database reports the plan of each of its statements, for the values that it has. */
export async function reportPlans(database: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    // A plan for any values would show all partitions.
    plan_cache_mode: 'force_custom_plan',
  }
  for (const [name, value] of Object.entries(settings))
    await sql(database, `ALTER DATABASE ${database} SET ${name} = '${value}'`)
}

/** The statements that sessions of this process run while work is done, in a database that reports its plans. */
export async function plansDuring(work: () => Promise<unknown>): Promise<PlannedStatement[]> {
  const planned: PlannedStatement[] = []
  const onNotice = ({ message = '' }: { readonly message?: string | undefined }): void => {
    const [, json] = /^duration: .*? plan:\s*(\{.*)$/s.exec(message) ?? []
    if (json === undefined) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
    planned.push({ text, plan })
  }
  const listening = new Set<pg.Client>()
  const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...parameters) {
    if (!listening.has(this)) listening.add(this.on('notice', onNotice))
    return query.apply(this, parameters) as never
  })
  try {
    await work()
    return planned
  } finally {
    spy.mockRestore()
    for (const client of listening) client.removeListener('notice', onNotice)
  }
}

/** The names of the tables that a plan reads or writes. */
export const relationsOf = (node: PlanNode): string[] => [
  ...(node['Relation Name'] === undefined ? [] : [node['Relation Name']]),
  ...(node.Plans ?? []).flatMap(relationsOf),
]

export const removedWhenRun = (node: PlanNode): number =>
  (node['Subplans Removed'] ?? 0) + (node.Plans ?? []).reduce((sum, plan) => sum + removedWhenRun(plan), 0)
