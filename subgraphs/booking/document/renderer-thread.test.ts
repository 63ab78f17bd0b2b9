import { expect, it, jest } from '@jest/globals'
import { documentSubject } from '../../../tests/testkit/guest-facts.ts'

// Drawing on this thread would need this module.
jest.unstable_mockModule('./pdf.ts', () => {
  throw new Error('Documents are not drawn on the thread that handles requests')
})
const { renderers } = await import('./renderer.ts')

it('draws documents without the thread that handles requests', async () => {
  const job = { kind: 'ticket', subject: documentSubject() } as const
  const ticket = await renderers.sandbox.render(job, { partnerId: 'demo' })
  expect(ticket.subarray(0, 4).toString()).toBe('%PDF')
  await expect(import('./pdf.ts')).rejects.toThrow('not drawn on the thread')
})
