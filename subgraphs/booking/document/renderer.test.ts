import { performance } from 'node:perf_hooks'
import { describe, expect, it } from '@jest/globals'
import { renderConfirmation, renderQr, renderTicket, type DocumentSubject } from './index.ts'
import * as pdf from './pdf.ts'

const subject: DocumentSubject = {
  bookingReference: 'CEN-ABC123',
  confirmationCode: 'CNF-ABC123',
  cenoteName: 'Cenote Zací',
  cenoteAddress: 'Calle 36 s/n, Valladolid',
  visitDate: '2026-11-28',
  visitTime: '10:00',
  timezone: 'America/Merida',
  visitors: { adults: 2, children: 1, seniors: 0 },
  guestName: '山田太郎',
  totalCents: 162_400,
  currency: 'MXN',
  language: 'es',
  changedAt: new Date('2026-11-20T10:00:00Z'),
}

describe('rendering', () => {
  it('on another thread makes the same files', async () => {
    expect((await renderTicket(subject)).equals(await pdf.renderTicket(subject))).toBe(true)
    expect((await renderConfirmation(subject)).equals(await pdf.renderConfirmation(subject))).toBe(true)
    expect((await renderQr('CEN-ABC123', 'SVG')).toString()).toContain('<svg')
  })

  it('takes no processor time of the thread that answers requests', async () => {
    await renderTicket(subject)
    const onThread = async (): Promise<number> => {
      const before = performance.eventLoopUtilization()
      await Promise.all(Array.from({ length: 20 }, () => renderTicket(subject)))
      return performance.eventLoopUtilization(before).active
    }
    const beside = async (): Promise<number> => {
      const before = performance.eventLoopUtilization()
      for (let made = 0; made < 20; made += 1) await pdf.renderTicket(subject)
      return performance.eventLoopUtilization(before).active
    }
    expect(await onThread()).toBeLessThan((await beside()) / 2)
  })

  it('of what cannot be drawn fails that document only', async () => {
    const broken = { ...subject, currency: 'nonsense' }
    await expect(renderConfirmation(broken)).rejects.toThrow('Invalid currency code')
    expect((await renderConfirmation(subject)).subarray(0, 4).toString()).toBe('%PDF')
  })
})
