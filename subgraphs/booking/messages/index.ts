export { isFinal, MailError, type MailFailure, type MailFailureReason } from './mail/mail-failure.ts'
export { createMailers, type Mail, type Mailer } from './mail/mailer.ts'
export type { Message } from './mail/message.ts'
export {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  modificationMessage,
  paymentLinkMessage,
  reminderMessage,
  reviewRequestMessage,
  type MessageWriter,
} from './mail/templates.ts'
export type { MessageSubject } from './mail/message-subject.ts'
export { messageTexts as changeLabels } from './mail/texts.ts'
export { calendarFile } from './document/calendar-file.ts'
export { renderers } from './document/renderer.ts'
export { readVoidPicture } from './document/void-picture.ts'
export type { DocumentSubject, RenderJob } from './document/subject.ts'
export { signedToken, verifyToken } from './document/token.ts'
