import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '../../../platform/logger.ts'
import { confirmationMessage, createMailer } from './index.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mail-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const logger = createLogger('silent', 'test')

describe('e-mail without a mail server', () => {
  it('is written as a file, and no guest adds a header to it', async () => {
    const mailer = createMailer({ from: 'Cenotes <from@example.com>', folder, logger })
    const name = 'Eva\r\nBcc: victim@example.com\r\n\r\nowned'
    const message = confirmationMessage('es', {
      guestName: name,
      cenoteName: name,
      bookingReference: 'CEN-ABC123',
      confirmationCode: 'CNF-ABC123',
      date: 'sábado',
      time: '10:00',
      total: 'MXN 1,624.00',
      refund: null,
    })
    await mailer.send({ ...message, to: 'eva@example.com\r\nBcc: victim@example.com' })
    const [file = ''] = await readdir(folder)
    const [head = ''] = (await readFile(path.join(folder, file), 'utf8')).split('\r\n\r\n')
    expect(head).toMatch(/^From: Cenotes <from@example.com>$/m)
    expect(head).not.toMatch(/^Bcc:/im)
    await mailer.close()
  })
})

describe('e-mail to a mail server that is away', () => {
  it('is refused rather than lost', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'from@example.com', folder, logger })
    await expect(mailer.send({ to: 'eva@example.com', subject: 'x', text: 'x' })).rejects.toThrow()
    await mailer.close()
  })
})
