import type { Language, LocalizedText } from '../../../../platform/values/i18n.ts'
import { transportNames } from '../../../../schema/transport-text.ts'
import type { MailFailure, MailFailureReason } from '../../messages/index.ts'
import type { Transport } from '../reservation.ts'

/** How a guest gets to the visit. */
type TransportType = Transport['option']

const transportsAt: Readonly<Record<TransportType, (place: LocalizedText) => LocalizedText>> = {
  meeting_point: ({ en, es }) => ({ en: `Meeting point: ${en}`, es: `Punto de encuentro: ${es}` }),
  hotel_pickup: ({ en, es }) => ({ en: `Hotel pickup at ${en}`, es: `Recogida en ${es}` }),
  private_transfer: ({ en, es }) => ({ en: `Private transfer from ${en}`, es: `Traslado privado desde ${es}` }),
}

/** The name of transport, with its place. */
export const transportName = (type: TransportType, place: LocalizedText | null): LocalizedText =>
  place ? transportsAt[type](place) : transportNames[type]

/** The names of lines for teens and infants. */
export const minorNames: Readonly<Record<'teen' | 'infant', LocalizedText>> = {
  teen: { en: 'teen', es: 'adolescente' },
  infant: { en: 'infant', es: 'bebé' },
}

/** A name for a reader of a language; one that is the same in every language is a text. */
export const textIn = (text: LocalizedText | string, language: Language): string =>
  typeof text === 'string' ? text : text[language]

/** Why the product itself changed a reservation, as the column of the note has it. */
export const systemNotes = {
  holdEnded: 'payment_deadline_passed',
  dayEnded: 'visit_day_ended',
} as const

const noteTexts: Readonly<Record<(typeof systemNotes)[keyof typeof systemNotes], LocalizedText>> = {
  payment_deadline_passed: { en: 'payment deadline passed', es: 'venció el plazo de pago' },
  visit_day_ended: { en: 'the visit day ended', es: 'terminó el día de la visita' },
}

/** The texts of notes by their codes. */
const notes = new Map<string, LocalizedText>(Object.entries(noteTexts))

/** A note for a reader of a language: one of the product itself in that language, any other as it was written. */
export const noteIn = (note: string | null, language: Language): string | null =>
  note === null ? null : (notes.get(note)?.[language] ?? note)

/** How long a refund takes, as reservations store it. */
export const refundTime = '5-10 business days'

/** How long a refund takes, for a reader of a language; `none` is a value for programs. */
export const refundTimeIn = (time: string, language: Language): string =>
  time === refundTime && language === 'es' ? '5 a 10 días hábiles' : time

const mailFailures: Readonly<Record<MailFailureReason, LocalizedText>> = {
  unreachable: { en: 'the mail server cannot be reached', es: 'no se puede conectar con el servidor de correo' },
  no_response: {
    en: 'the mail server did not respond in time',
    es: 'el servidor de correo no respondió a tiempo',
  },
  connection_refused: {
    en: 'the mail server refused the connection',
    es: 'el servidor de correo rechazó la conexión',
  },
  connection_lost: {
    en: 'the connection was lost before the mail server accepted the mail',
    es: 'la conexión se perdió antes de que el servidor de correo aceptara el mensaje',
  },
  not_encrypted: {
    en: 'no encrypted connection to the mail server was possible',
    es: 'no fue posible una conexión cifrada con el servidor de correo',
  },
  login_refused: {
    en: 'the mail server refused the user or password',
    es: 'el servidor de correo rechazó el usuario o la contraseña',
  },
  sender_refused: {
    en: 'the mail server refused the sender',
    es: 'el servidor de correo rechazó el remitente',
  },
  recipient_refused: {
    en: 'the mail server refused the recipient',
    es: 'el servidor de correo rechazó el destinatario',
  },
  message_refused: {
    en: 'the mail server refused the mail',
    es: 'el servidor de correo rechazó el mensaje',
  },
  not_written: { en: 'the mail could not be written', es: 'no se pudo redactar el mensaje' },
}

/** Why an attempt at a mail failed, for a reader of a language. */
export const mailFailureIn = ({ reason, smtpCode }: MailFailure, language: Language): string =>
  smtpCode === null ? mailFailures[reason][language] : `${mailFailures[reason][language]} (${smtpCode})`
