import type { Drawing, RenderJob } from './subject.ts'

/** Runs on a thread of the renderer's pools. Those of QR codes load neither fonts nor what draws documents. */
export default async function draw(job: RenderJob): Promise<Drawing> {
  if (job.kind !== 'qr') {
    const { renderDocument } = await import('./pdf.ts')
    return renderDocument(job.kind, job.subject)
  }
  const { renderQr } = await import('./qr.ts')
  const started = performance.now()
  return { bytes: await renderQr(job.data, job.format), milliseconds: performance.now() - started }
}
