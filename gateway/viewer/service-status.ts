import type { Readiness } from '../../platform/process/readiness.ts'
import type { ServiceComponent, ServiceState, ServiceStatus } from './generated/resolvers.ts'

/** The components that clients see. The database of partners and keys is part of the gateway. */
const components = { gateway: 'access', catalog: 'catalog', booking: 'booking', pricing: 'pricing' } as const

/** The readiness of the parts as clients see it. */
export function serviceStatus(readiness: Readiness): ServiceStatus {
  const states = Object.entries(components).map(([name, part]): ServiceComponent => ({
    name,
    state: readiness[part] === 'ready' ? 'operational' : 'unavailable',
  }))
  const count = states.filter(({ state }) => state === 'operational').length
  const state: ServiceState = count === states.length ? 'operational' : count === 0 ? 'unavailable' : 'degraded'
  return { state, components: states }
}
