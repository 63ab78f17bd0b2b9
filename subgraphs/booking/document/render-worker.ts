import type { DocumentType } from '../../../schema/file-kinds.ts'
import type { DocumentSubject } from './subject.ts'
import { renderConfirmation, renderTicket } from './pdf.ts'
import { renderQr, type PictureFormat } from './qr.ts'

/** A rendering job. */
export type RenderJob =
  | { readonly kind: DocumentType; readonly subject: DocumentSubject }
  | { readonly kind: 'qr'; readonly data: string; readonly format: PictureFormat }

/** Runs on a thread of the renderer's pool. */
export default async function draw(job: RenderJob): Promise<Uint8Array> {
  switch (job.kind) {
    case 'confirmation':
      return renderConfirmation(job.subject)
    case 'ticket':
      return renderTicket(job.subject)
    case 'qr':
      return renderQr(job.data, job.format)
  }
}
