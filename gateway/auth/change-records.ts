import type { Administrator, Change } from '../../platform/postgres/changes.ts'
import type { Environment, Identity } from '../../platform/trust/identity.ts'
import type { AccessRepository } from '../database/repository.ts'
import type { KeyRow } from '../database/store/partners-and-keys.ts'

/** Who changes partners and keys; without a key it is a command on the server. */
export interface Author extends Partial<Pick<Identity, 'key' | 'scopes'>> {
  /** Names the work of a request under an Idempotency-Key. */
  readonly operation?: string | undefined
}

export const administratorOf = (
  { pools }: AccessRepository,
  environment: Environment,
  author: Author,
): Administrator => ({ pool: pools[environment], identity: author, operation: author.operation })

export const partnerCreated = ({ id, name }: { readonly id: string; readonly name: string }): Change => ({
  subject: { type: 'partner', id },
  action: 'created',
  before: null,
  after: { name },
})

/** The change of a key; one without `before` was created. */
export const keyChange = (before: KeyRow | null, after: KeyRow): Change => ({
  subject: { type: 'api_key', id: after.id },
  action:
    before === null ? 'created' : before.revokedAt === null && after.revokedAt !== null ? 'deactivated' : 'updated',
  before: before && withoutId(before),
  after: withoutId(after),
})

const withoutId = ({ id: _, ...facts }: KeyRow): Omit<KeyRow, 'id'> => facts

/** How a change of a partner's plan affected its keys. */
export const planChange = (
  partnerId: string,
  changed: readonly { readonly before: KeyRow; readonly after: KeyRow }[],
): Change => ({
  subject: { type: 'partner', id: partnerId },
  action: 'updated',
  before: { keys: changed.map(({ before }) => planOf(before)) },
  after: { keys: changed.map(({ after }) => planOf(after)) },
})

const planOf = ({ id, lastFour, plan, limits }: KeyRow): Pick<KeyRow, 'id' | 'lastFour' | 'plan' | 'limits'> => ({
  id,
  lastFour,
  plan,
  limits,
})
