export { createMailer, type Mail, type Mailer } from './mailer.ts'
export { cancellationMessage, confirmationMessage, type Message, type MessageSubject } from './templates.ts'
