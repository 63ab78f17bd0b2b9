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
export interface SmtpError {
  readonly code?: string
  /** Code of the system error behind it. */
  readonly originalCode?: string
  readonly responseCode?: number
  /** The whole reply of the server. */
  readonly response?: string
  /** The command that was refused, such as `RCPT TO`. */
  readonly command?: string
}

/** The failure that an error of the SMTP client stands for. */
export function mailFailureOf(error: SmtpError, recipient: string): MailFailure {
  const { responseCode = null, response = '' } = error
  const isUtf8Refused = utf8Refusal.test(response) && utf8LocalPart.test(recipient)
  return { reason: isUtf8Refused ? 'recipient_refused' : reasonOf(error), smtpCode: responseCode }
}

/** Matches permanent refusals of UTF-8 in addresses (RFC 6531), which servers send in reply to any command of a mail. */
const utf8Refusal = /^5\d\d[ -]5\.6\.[789]\b/
/** Domains need no SMTPUTF8: they are sent in Punycode. */
const utf8LocalPart = /[^\0-\x7f].*@/

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

/**
 * Whether another attempt cannot succeed: the mail server does not deliver to this recipient. A refused sender, login or
 * certificate is a matter of settings: these mails wait until the operator corrects them, and are not lost.
 */
export const isFinal = ({ reason, smtpCode }: MailFailure): boolean =>
  reason === 'recipient_refused' && (smtpCode === null || smtpCode >= 500)
