import { changeConnection } from '../../../platform/graphql/change-connection.ts'
import { refusePage } from '../paging.ts'

export const changeResolvers = { PricingChangeConnection: changeConnection(refusePage) }
