/** Why a mail was not accepted. Its words are in `subgraphs/booking/reservation/rules/wording.ts`. */
export type MailFailureReason =
  | 'unreachable'
  | 'no_response'
  | 'connection_refused'
  | 'connection_lost'
  | 'not_encrypted'
  | 'login_refused'
  | 'sender_refused'
  | 'recipient_refused'
  | 'message_refused'
  | 'not_written'

export interface MailFailure {
  readonly reason: MailFailureReason
  /** Reply code of the mail server; null when it gave none. */
  readonly smtpCode: number | null
}

/** A mail that was not accepted. */
export class MailError extends Error {
  constructor(
    readonly failure: MailFailure,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : 'The mail was not accepted', { cause })
    this.name = 'MailError'
  }
}

/** The parts of an error of the SMTP client, or of a socket. */
interface SmtpError {
  readonly code?: string
  /** Code of the system error behind it. */
  readonly originalCode?: string
  readonly responseCode?: number
  /** The command that was refused, such as `RCPT TO`. */
  readonly command?: string
}

/** The failure that an error of the SMTP client stands for. */
export function mailFailureOf(error: unknown): MailFailure {
  if (error instanceof MailError) return error.failure
  const { responseCode = null } = error as SmtpError
  return { reason: reasonOf(error as SmtpError), smtpCode: responseCode }
}

function reasonOf({ code, originalCode = '', command }: SmtpError): MailFailureReason {
  switch (code) {
    case 'EABORT':
    case 'ETIMEDOUT':
      return 'no_response'
    case 'ETLS':
    case 'EREQUIRETLS':
      return 'not_encrypted'
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
      return 'login_refused'
    case 'EENVELOPE':
      if (command === 'RCPT TO' || command === 'API') return 'recipient_refused'
      return command === 'MAIL FROM' ? 'sender_refused' : 'message_refused'
    case 'EMESSAGE':
      return 'message_refused'
    case 'EPROTOCOL':
      return 'connection_refused'
    case 'ECONNECTION':
      return 'connection_lost'
    case 'ESOCKET':
      if (['ECONNRESET', 'EPIPE'].includes(originalCode)) return 'connection_lost'
      return /CERT|_TLS_|_SSL_/.test(originalCode) ? 'not_encrypted' : 'unreachable'
    case 'EDNS':
      return 'unreachable'
    default:
      return 'not_written'
  }
}

/** Whether another attempt cannot succeed: the mail server knows no such recipient. */
export const isFinal = ({ reason, smtpCode }: MailFailure): boolean =>
  reason === 'recipient_refused' && (smtpCode === null || smtpCode >= 500)
