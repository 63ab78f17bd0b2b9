import { describe, expect, it } from '@jest/globals'
import { renderConfirmation, renderQr, renderTicket } from './index.ts'
import { documentSubject } from '../../../tests/testkit/guest-facts.ts'
import * as pdf from './pdf.ts'

const subject = documentSubject({ guestName: '山田太郎' })

describe('rendering', () => {
  it('on another thread makes the same files', async () => {
    expect((await renderTicket(subject)).equals(await pdf.renderTicket(subject))).toBe(true)
    expect((await renderConfirmation(subject)).equals(await pdf.renderConfirmation(subject))).toBe(true)
    expect((await renderQr('CEN-ABC123', 'SVG')).toString()).toContain('<svg')
  })

  it('of what cannot be drawn fails that document only', async () => {
    const broken = { ...subject, currency: 'nonsense' }
    await expect(renderConfirmation(broken)).rejects.toThrow('Invalid currency code')
    expect((await renderConfirmation(subject)).subarray(0, 4).toString()).toBe('%PDF')
  })
})
