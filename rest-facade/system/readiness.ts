import { print } from 'graphql'
import { readinessOf, type Readiness } from '../../platform/process/readiness.ts'
import { Unavailable } from '../../platform/process/failures.ts'
import type { GatewayClient } from '../http/gateway-client.ts'
import { ReadServiceStatusDocument, type ReadServiceStatusQuery } from '../generated/operations.ts'

const query = print(ReadServiceStatusDocument)

/**
 * Whether the gateway and every component behind it respond, checked over the connection of requests and not counted.
 */
export function gatewayReadiness(gateway: GatewayClient): () => Promise<Readiness> {
  return readinessOf({
    gateway: async () => {
      const { data } = await gateway.execute({
        query,
        operationName: 'ReadServiceStatus',
        variables: {},
        headers: { requestId: 'readiness', alreadyCounted: true },
      })
      const { serviceStatus } = (data ?? {}) as Partial<ReadServiceStatusQuery>
      if (serviceStatus?.state !== 'OPERATIONAL') throw new Unavailable('The gateway is not ready')
    },
  })
}
