import type { Language } from '../../../../platform/values/i18n.ts'
import type { Reservation } from '../reservation.ts'

/**
 * The language of everything that is sent to a guest, for every cause: the one that the guest prefers, else that of
 * the request that created the reservation.
 */
export function guestLanguage({ guest, language }: Pick<Reservation, 'guest' | 'language'>): Language {
  const { language: preferred } = (guest.preferences ?? {}) as { readonly language?: unknown }
  const [, known] = typeof preferred === 'string' ? (/^(en|es)(?:[-_]|$)/i.exec(preferred.trim()) ?? []) : []
  return known ? (known.toLowerCase() as Language) : language
}
