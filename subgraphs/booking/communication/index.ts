export { isFinal, MailError, mailFailureOf, type MailFailure, type MailFailureReason } from './mail-failure.ts'
export { createMailers, type Mail, type Mailer } from './mailer.ts'
export type { Message } from './message.ts'
export {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  reminderMessage,
  reviewRequestMessage,
  type MessageSubject,
  type MessageWriter,
} from './templates.ts'
