import type { Language } from '../../../platform/values/i18n.ts'

/** The content of a message to a guest, with formatted amounts and dates. */
export interface MessageSubject {
  readonly guestName: string
  readonly cenoteName: string
  readonly bookingReference: string
  readonly confirmationCode: string
  readonly date: string
  readonly time: string
  readonly total: string
  readonly refund: string | null
  /** Where the visit may be reviewed. */
  readonly reviewLink?: string | null
}

export interface Message {
  readonly subject: string
  readonly text: string
}

const greeting = {
  en: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  es: (name: string) => (name ? `Hola ${name}:` : 'Hola:'),
}

export function confirmationMessage(language: Language, about: MessageSubject): Message {
  const hello = greeting[language](about.guestName)
  return language === 'es'
    ? {
        subject: `Reservación confirmada: ${about.cenoteName} (${about.bookingReference})`,
        text: `${hello}\n\nSu visita a ${about.cenoteName} está confirmada para el ${about.date} a las ${about.time}.\n\nReferencia: ${about.bookingReference}\nCódigo de confirmación: ${about.confirmationCode}\nTotal: ${about.total}\n`,
      }
    : {
        subject: `Reservation confirmed: ${about.cenoteName} (${about.bookingReference})`,
        text: `${hello}\n\nYour visit to ${about.cenoteName} is confirmed for ${about.date} at ${about.time}.\n\nBooking reference: ${about.bookingReference}\nConfirmation code: ${about.confirmationCode}\nTotal: ${about.total}\n`,
      }
}

export function cancellationMessage(language: Language, about: MessageSubject): Message {
  const hello = greeting[language](about.guestName)
  return language === 'es'
    ? {
        subject: `Reservación cancelada: ${about.cenoteName} (${about.bookingReference})`,
        text: `${hello}\n\nSu reservación ${about.bookingReference} en ${about.cenoteName} para el ${about.date} fue cancelada.\n${about.refund ? `Reembolso: ${about.refund}\n` : ''}`,
      }
    : {
        subject: `Reservation cancelled: ${about.cenoteName} (${about.bookingReference})`,
        text: `${hello}\n\nYour reservation ${about.bookingReference} at ${about.cenoteName} for ${about.date} was cancelled.\n${about.refund ? `Refund: ${about.refund}\n` : ''}`,
      }
}

export function reminderMessage(language: Language, about: MessageSubject): Message {
  const hello = greeting[language](about.guestName)
  return language === 'es'
    ? {
        subject: `Mañana: su visita a ${about.cenoteName} (${about.bookingReference})`,
        text: `${hello}\n\nLe esperamos mañana, ${about.date}, a las ${about.time} en ${about.cenoteName}.\n\nReferencia: ${about.bookingReference}\nCódigo de confirmación: ${about.confirmationCode}\n`,
      }
    : {
        subject: `Tomorrow: your visit to ${about.cenoteName} (${about.bookingReference})`,
        text: `${hello}\n\nWe expect you tomorrow, ${about.date}, at ${about.time} at ${about.cenoteName}.\n\nBooking reference: ${about.bookingReference}\nConfirmation code: ${about.confirmationCode}\n`,
      }
}

export function reviewRequestMessage(language: Language, about: MessageSubject): Message {
  const hello = greeting[language](about.guestName)
  const link = about.reviewLink ? `\n${about.reviewLink}\n` : ''
  return language === 'es'
    ? {
        subject: `¿Cómo fue su visita a ${about.cenoteName}?`,
        text: `${hello}\n\nGracias por su visita a ${about.cenoteName} el ${about.date}. Cuéntenos cómo fue:\n${link}`,
      }
    : {
        subject: `How was your visit to ${about.cenoteName}?`,
        text: `${hello}\n\nThank you for visiting ${about.cenoteName} on ${about.date}. Tell us how it was:\n${link}`,
      }
}

export function followUpMessage(language: Language, about: MessageSubject): Message {
  const hello = greeting[language](about.guestName)
  return language === 'es'
    ? {
        subject: `Gracias por visitar ${about.cenoteName}`,
        text: `${hello}\n\nGracias por su visita a ${about.cenoteName} el ${about.date}. Esperamos verle de nuevo.\n`,
      }
    : {
        subject: `Thank you for visiting ${about.cenoteName}`,
        text: `${hello}\n\nThank you for visiting ${about.cenoteName} on ${about.date}. We hope to see you again.\n`,
      }
}

const testNotice = {
  en: 'TEST: this message comes from the sandbox. Nothing was really reserved or charged.',
  es: 'TEST (PRUEBA): este mensaje viene del entorno de pruebas. No se reservó ni se cobró nada.',
}

/** Marks a message of the sandbox, which must not be mistaken for a real one. */
export const markedAsTest = ({ subject, text }: Message, language: Language): Message => ({
  subject: `[TEST] ${subject}`,
  text: `${testNotice[language]}\n\n${text}`,
})
