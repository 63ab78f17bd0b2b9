import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { requireOperator } from '../caller.ts'
import type { MutationResolvers, Resolvers } from '../generated/resolvers.ts'
import type { SettingsContext } from './context.ts'
import { updateSettings } from './update.ts'

export const settingsResolvers = {
  Mutation: withOperationKey({
    updatePartnerSettings: (_parent, { input }, context) => updateSettings(input, context),
  } satisfies MutationResolvers<SettingsContext>),
  Partner: {
    settings({ id }, _arguments, context) {
      if (context.identity.partnerId !== id) requireOperator(context)
      return context.services.settings[context.database.environment].present(id)
    },
  },
  PartnerSettings: {
    returnOrigins: ({ returnOrigins }) => [...returnOrigins],
  },
} satisfies FeatureResolvers<Resolvers<SettingsContext>, SettingsContext>
