import type { Administrator } from '../../platform/postgres/changes.ts'
import { ReportedReads } from '../../platform/graphql/reported-reads.ts'
import type { PerEnvironment } from '../../platform/postgres/database.ts'
import type { CancelSignal } from '../../platform/process/cancellation.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { languageOf, type Language } from '../../platform/values/i18n.ts'
import type { Database } from './database.ts'

/** The context of every request. Each feature declares in its own `context.ts` what else it needs. */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  /** Names the piece of work of a request under an Idempotency-Key; see idempotency/. */
  readonly operation?: string
  readonly clock: Clock
  /** The environment's database; nothing else can be reached from here. */
  readonly database: Database
  /** The tags that the response depends on, for caches. */
  readonly reads: ReportedReads
  /** Aborted when the caller of a query has left. */
  readonly signal?: CancelSignal | undefined
}

export const createContext = (
  identity: Identity,
  {
    databases,
    clock,
    signal,
  }: {
    readonly databases: PerEnvironment<Database>
    readonly clock: Clock
    readonly signal?: CancelSignal | undefined
  },
): Context => ({
  identity,
  language: languageOf(identity.locale),
  clock,
  database: databases[identity.environment],
  reads: new ReportedReads(),
  signal,
})

/** Who changes a calendar, and where. */
export const administrator = ({
  database: { pool },
  identity,
  operation,
}: Pick<Context, 'database' | 'identity' | 'operation'>): Administrator => ({ pool, identity, operation })
