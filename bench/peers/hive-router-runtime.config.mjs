import { unifiedGraphHandler } from '@graphql-hive/router-runtime'

export const gatewayConfig = { unifiedGraphHandler }
