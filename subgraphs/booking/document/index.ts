export { formatAmount, formatDate, renderConfirmation, renderTicket, type DocumentSubject } from './pdf.ts'
export { renderQr } from './qr.ts'
export { signedToken, verifyToken, type FileKind, type FileToken } from './token.ts'
export { oneLine } from './text/index.ts'
