export { formatAmount, formatDate, type DocumentSubject } from './pdf.ts'
export { renderConfirmation, renderQr, renderTicket, renderVoidPicture } from './renderer.ts'
export { signedToken, verifyToken, type FileToken } from './token.ts'
export { oneLine } from './text/index.ts'
