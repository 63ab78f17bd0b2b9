export { createMailer, type Mail, type Mailer } from './mailer.ts'
export {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  reminderMessage,
  reviewRequestMessage,
  type Message,
  type MessageSubject,
} from './templates.ts'
