import { describe, expect, it } from '@jest/globals'
import type { Statements } from '../../../../platform/postgres/database.ts'
import { findClusterProblems } from './cluster.ts'

const ready = { isCoordinator: true, isRegistered: true, workers: 2, connections: 100 }
const prepared = (node: string, value: string, success = true): object => ({ node, success, value })
const nodes = [prepared('a:5432', '100'), prepared('b:5432', '200')]

/** A coordinator whose catalog has these rows. */
const cluster = (state: object, settings: readonly object[]): Statements => ({
  query: ((text: string) =>
    Promise.resolve({ rows: text.includes('run_command_on_all_nodes') ? settings : [state] })) as Statements['query'],
})

describe('a cluster', () => {
  it('is ready when it has workers that prepare as many transactions as the coordinator has connections', async () => {
    expect(await findClusterProblems(cluster(ready, nodes))).toEqual([])
  })

  it('is not reached by way of a worker', async () => {
    expect(await findClusterProblems(cluster({ ...ready, isCoordinator: false }, nodes))).toEqual([
      'this server is a worker: DATABASE_URL must name the coordinator',
    ])
  })

  it('has all that it lacks named at once', async () => {
    const settings = [prepared('a:5432', '0'), prepared('b:5432', 'connection refused', false)]
    expect(await findClusterProblems(cluster({ ...ready, isRegistered: false, workers: 0 }, settings))).toEqual([
      "the coordinator has no address: SELECT citus_set_coordinator_host('<host>', <port>)",
      "no worker is registered: SELECT citus_add_node('<host>', <port>) for each",
      "max_prepared_transactions is 0 on a:5432: set at least the coordinator's max_connections, 100, and restart it",
      'b:5432 does not respond: connection refused',
    ])
  })
})
