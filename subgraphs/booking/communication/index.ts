export { createMailers, type Mail, type Mailer } from './mailer.ts'
export {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  markedAsTest,
  reminderMessage,
  reviewRequestMessage,
  type Message,
  type MessageSubject,
} from './templates.ts'
