export { isFinal, MailError, type MailFailure, type MailFailureReason } from './mail-failure.ts'
export { createMailers, type Mail, type Mailer } from './mailer.ts'
export type { Message } from './message.ts'
export {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  modificationMessage,
  paymentLinkMessage,
  reminderMessage,
  reviewRequestMessage,
  type MessageWriter,
} from './templates.ts'
export type { MessageSubject } from './message-subject.ts'
export { messageTexts as changeLabels } from './texts.ts'
