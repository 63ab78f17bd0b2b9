import { describe, expect, it, jest } from '@jest/globals'
import { seedDemoReservations, type DemoServices } from './reservations.ts'

/** Services of a database that fails at first, and then has reservations already, and no review to write. */
function servicesAfter(failure: Error) {
  const query = jest.fn(async (statement: string) => ({
    rows: statement.includes('demo_review') ? [] : [{ found: true }],
  }))
  query.mockRejectedValueOnce(failure)
  const warn = jest.fn()
  const services = { databases: { sandbox: { pool: { query } } }, logger: { warn } }
  return { query, warn, services: services as unknown as DemoServices }
}

const { signal } = new AbortController()

describe('writing demo reservations', () => {
  it('is retried while a dependency is unreachable', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:4001'), { code: 'ECONNREFUSED' })
    const { query, warn, services } = servicesAfter(refused)
    await seedDemoReservations(services, signal, 1)
    expect(query).toHaveBeenCalledTimes(3)
    expect(warn).not.toHaveBeenCalled()
  })

  it('ends with another failure, which is logged', async () => {
    const err = new Error('syntax error')
    const { query, warn, services } = servicesAfter(err)
    await seedDemoReservations(services, signal, 1)
    expect(query).toHaveBeenCalledTimes(1)
    expect(warn).toHaveBeenCalledWith({ err }, 'demo reservations are missing')
  })
})
