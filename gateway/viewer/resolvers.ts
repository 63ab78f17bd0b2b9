import { changeConnections } from '../../schema/change-subjects.ts'
import { apiError } from '../../schema/errors.ts'
import type { Context } from './context.ts'
import type { ApiKey, KeyLimits, Plan, Resolvers } from './generated/resolvers.ts'
import { refreshKey } from '../auth/issue.ts'
import type { Caller } from '../auth/known-keys.ts'
import { limitsOf, subjectOf } from '../rate-limit/pricing-tier.ts'
import { unlimitedNumber } from '../rate-limit/rate-limit-meter.ts'
import type { StoredKey } from '../database/repository.ts'
import { serviceStatus } from './service-status.ts'

export const resolvers: Resolvers<Context> = {
  Query: {
    viewer(_parent, _arguments, context) {
      const caller = callerOf(context)
      const { environment, key } = caller
      return {
        partner: { id: key.partner.id, name: key.partner.name },
        key: shown(key),
        environment: environment === 'live' ? 'LIVE' : 'SANDBOX',
        plan: key.plan.toUpperCase() as Plan,
        scopes: key.scopes,
        limits: limitsShown(caller),
      }
    },
    // The subgraph that owns the subject reads its changes.
    changes: (_parent, { of, first, after }) => ({
      __typename: changeConnections[of.type],
      subjectType: of.type,
      subjectId: of.id,
      first: first ?? null,
      after: after ?? null,
      subject: of,
    }),
    serviceStatus: async (_parent, _arguments, { readiness }) => serviceStatus(await readiness()),
  },
  Mutation: {
    async refreshKey(_parent, _arguments, context) {
      const { environment, key } = callerOf(context)
      const replacement = await refreshKey(context.repository, environment, key)
      // It ended since this process looked it up.
      if (!replacement) throw apiError('INVALID_API_KEY')
      const { apiKey, successor, replaced } = replacement
      return { apiKey, key: shown(successor), previousKey: shown(replaced) }
    },
  },
}

function callerOf({ caller }: Context): Caller {
  if (!caller) throw apiError('AUTHENTICATION_REQUIRED')
  return caller
}

const shown = ({ id, prefix, lastFour, createdAt, expiresAt }: StoredKey): ApiKey => ({
  id,
  prefix,
  lastFour,
  createdAt,
  expiresAt,
})

function limitsShown(caller: Caller): KeyLimits {
  const { perHour, perMinute, burst } = limitsOf(subjectOf(caller))
  const number = (limit: number): number => Math.min(limit, unlimitedNumber)
  return { perHour: number(perHour), perMinute: number(perMinute), burst: number(burst) }
}
