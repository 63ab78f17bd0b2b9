import type { Logger } from '../process/logger.ts'
import { environments } from '../trust/identity.ts'
import { connectionLimit } from './database.ts'
import { maxPoolSize } from './database-settings.ts'

export interface PoolPlan {
  /** Processes that open pools on this server, as far as this process knows of them. */
  readonly processes: number
  /** Databases that each of them opens. */
  readonly databases: number
  /** The size that the operator asks for. */
  readonly wanted?: number | undefined
}

/** Fewer would make requests of one process wait for each other. */
const minPoolSize = 3
/** Left for commands of the operator and for what connects while a process starts. */
const spareConnections = 10

/** Connections of all processes together: their pools, and one for each database by which they watch it. */
const connectionsOf = ({ processes, databases }: PoolPlan, poolSize: number): number =>
  processes * databases * (environments.length * poolSize + 1)

/** The size of each pool by which all fit within the server's limit, and whether they do. */
export function fitPools(plan: PoolPlan, limit: number): { readonly poolSize: number; readonly fits: boolean } {
  const { processes, databases, wanted } = plan
  const available = limit - spareConnections - processes * databases
  const fitting = Math.floor(available / (processes * databases * environments.length))
  const poolSize = wanted ?? Math.max(minPoolSize, Math.min(maxPoolSize, fitting))
  return { poolSize, fits: poolSize <= fitting }
}

/** Sizes the pools of a process by what the server allows, and reports it when they do not fit. */
export async function poolSizeFor(
  plan: PoolPlan,
  {
    serverUrl,
    poolerUrl,
    name,
    logger,
  }: {
    readonly serverUrl: string
    readonly poolerUrl?: string | undefined
    readonly name: string
    readonly logger: Logger
  },
): Promise<number> {
  // A pooler has connections for more clients than the server has.
  if (poolerUrl !== undefined) return plan.wanted ?? maxPoolSize
  const limit = await connectionLimit(serverUrl, name)
  if (limit === undefined) return plan.wanted ?? maxPoolSize
  const { poolSize, fits } = fitPools(plan, limit)
  const figures = { ...plan, poolSize, mayOpen: connectionsOf(plan, poolSize), allowed: limit }
  if (!fits)
    logger.warn(
      figures,
      'the pools may open more connections than PostgreSQL allows: raise max_connections, or lower WORKERS or DATABASE_POOL_SIZE',
    )
  else if (poolSize < maxPoolSize && plan.wanted === undefined)
    logger.info(figures, 'pools are smaller than usual, to fit within max_connections')
  return poolSize
}
