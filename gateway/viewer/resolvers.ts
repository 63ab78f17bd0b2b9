import { resolveJobs } from '../../platform/graphql/job-list.ts'
import { withOperationKey } from '../../platform/graphql/operation-key.ts'
import { apiError } from '../../schema/errors.ts'
import type { Context } from './context.ts'
import type { KeyLimits, Resolvers } from './generated/resolvers.ts'
import { refreshKey } from '../auth/issue.ts'
import { authorOf, createKey, createPartner, revokeKey, setPartnerPlan, type KeyManager } from '../auth/manage-keys.ts'
import type { Caller } from '../caller.ts'
import type { StoredPartner } from '../database/repository.ts'
import { limitsOf, subjectOf } from '../rate-limit/pricing-tier.ts'
import { unlimitedNumber } from '../rate-limit/rate-limit-meter.ts'
import { changeFields, changeList, changeListOf, mergedConnections } from './changes.ts'
import { keyPage, partnerPage, requestPage } from './lists.ts'
import { serviceStatus } from './service-status.ts'

const own: Resolvers<Context> = {
  Query: {
    viewer(_parent, _arguments, context) {
      const caller = callerOf(context)
      const { environment, key } = caller
      return {
        partner: { id: key.partner.id, name: key.partner.name },
        key,
        environment,
        plan: key.plan,
        scopes: [...context.identity.scopes],
        limits: limitsShown(caller),
      }
    },
    apiKeys: (_parent, args, context) => keyPage(args, managerOf(context), context),
    requestLog: (_parent, args, context) => requestPage(args, managerOf(context), context),
    partners: (_parent, args, context) => partnerPage(args, managerOf(context), context),
    changes: (_parent, args, context) => changeList(args, context),
    serviceStatus: async (_parent, _arguments, { readiness }) => serviceStatus(await readiness()),
  },
  Mutation: withOperationKey<Resolvers<Context>['Mutation'] & object>({
    async refreshKey(_parent, _arguments, context) {
      const { environment, key } = callerOf(context)
      const replacement = await refreshKey(context.repository, environment, key, authorOf(managerOf(context)))
      // It ended since this process looked it up.
      if (!replacement) throw apiError('INVALID_API_KEY')
      const { apiKey, successor, replaced } = replacement
      return { apiKey, key: successor, previousKey: replaced }
    },
    async createApiKey(_parent, { input }, context) {
      const { apiKey, stored } = await createKey(input, managerOf(context))
      return { apiKey, key: stored }
    },
    revokeApiKey: (_parent, { input }, context) => revokeKey(input.id, managerOf(context)),
    setPartnerPlan: (_parent, { input }, context) => setPartnerPlan(input, managerOf(context)),
    createPartner: (_parent, { input }, context) => createPartner(input.name, managerOf(context)),
  }),
  AccessChangeConnection: changeFields,
  BookingChangeConnection: changeFields,
  CatalogChangeConnection: changeFields,
  PricingChangeConnection: changeFields,
  EnvironmentChangeConnection: changeFields,
  Viewer: {
    async usage(_parent, _arguments, context) {
      const readings = await context.usageOf(callerOf(context))
      return readings.map(({ seconds, limit, remaining, resetAt }) => ({
        windowSeconds: seconds,
        limit,
        remaining,
        resetsAt: new Date(resetAt),
      }))
    },
  },
  BackgroundWork: {
    gatewayJobs: resolveJobs,
  },
  ApiKey: {
    limits: (key, _arguments, context) => limitsShown({ environment: callerOf(context).environment, key }),
  },
}

export const resolvers = {
  ...own,
  ...Object.fromEntries(
    mergedConnections.map((type) => [type, { ...changeFields, __resolveReference: changeListOf(type) }]),
  ),
  Partner: {
    /** A partner of this environment; one that it does not have is shown by its id. */
    __resolveReference: async ({ id }: StoredPartner, { partners }: Context): Promise<StoredPartner> =>
      (await partners.load(id)) ?? { id, name: id },
  },
}

function callerOf({ caller }: Context): Caller {
  if (!caller) throw apiError('AUTHENTICATION_REQUIRED')
  return caller
}

const managerOf = (context: Context): KeyManager => ({
  caller: callerOf(context),
  identity: context.identity,
  repository: context.repository,
  operation: context.operation,
})

function limitsShown(caller: Caller): KeyLimits {
  const { perHour, perMinute, burst } = limitsOf(subjectOf(caller))
  const number = (limit: number): number => Math.min(limit, unlimitedNumber)
  return { perHour: number(perHour), perMinute: number(perMinute), burst: number(burst) }
}
