import type { Statements } from '../../../../platform/postgres/database.ts'

export async function hasCitus(client: Statements): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  return rowCount === 1
}

interface NodeSetting {
  readonly node: string
  readonly success: boolean
  /** The setting, or why it could not be read. */
  readonly value: string
}

const settingOnEachNode = async (client: Statements, setting: string): Promise<NodeSetting[]> => {
  const { rows } = await client.query<NodeSetting>(
    `SELECT format('%s:%s', nodename, nodeport) AS node, success, result AS value
     FROM run_command_on_all_nodes(format('SHOW %I', $1::text)) JOIN pg_dist_node USING (nodeid) ORDER BY node`,
    [setting],
  )
  return rows
}

/** Everything that this server and the registered nodes lack to take distributed tables, and what to do about it. */
export async function findClusterProblems(client: Statements): Promise<string[]> {
  const { rows } = await client.query<{
    isCoordinator: boolean
    isRegistered: boolean
    workers: number
    connections: number
  }>(
    `SELECT (SELECT groupid = 0 FROM pg_dist_local_group) AS "isCoordinator",
       EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) AS "isRegistered",
       (SELECT count(*)::integer FROM pg_dist_node WHERE groupid <> 0 AND isactive AND shouldhaveshards) AS workers,
       current_setting('max_connections')::integer AS connections`,
  )
  const { isCoordinator = false, isRegistered = false, workers = 0, connections = 0 } = rows[0] ?? {}
  if (!isCoordinator) return ['this server is a worker: DATABASE_URL must name the coordinator']
  const problems: string[] = []
  if (!isRegistered)
    problems.push("the coordinator has no address: SELECT citus_set_coordinator_host('<host>', <port>)")
  if (workers === 0) problems.push("no worker is registered: SELECT citus_add_node('<host>', <port>) for each")
  for (const { node, success, value } of await settingOnEachNode(client, 'max_prepared_transactions'))
    if (!success) problems.push(`${node} does not respond: ${value}`)
    else if (Number(value) < connections)
      problems.push(
        `max_prepared_transactions is ${value} on ${node}: set at least the coordinator's max_connections, ${connections}, and restart it`,
      )
  return problems
}
