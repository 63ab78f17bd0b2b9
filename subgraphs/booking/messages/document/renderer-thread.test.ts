import { expect, it, jest } from '@jest/globals'
import PDFDocument from 'pdfkit'
import { documentSubject } from '../../../../tests/testkit/guest-facts.ts'
import { renderDocument } from './pdf.ts'
import { renderers } from './renderer.ts'

it('draws documents without the thread that handles requests', async () => {
  const subject = documentSubject()
  const onThisThread = jest.spyOn(PDFDocument.prototype, 'addPage')
  const ticket = await renderers.sandbox.render({ kind: 'ticket', subject }, { partnerId: 'demo' })
  expect(ticket.subarray(0, 4).toString()).toBe('%PDF')
  expect(onThisThread).not.toHaveBeenCalled()
  await renderDocument('ticket', subject)
  expect(onThisThread).toHaveBeenCalled()
})
