import { html, type Html } from '../../platform/http/pages.ts'
import { hour } from '../../platform/values/clock.ts'
import { dateTimeText } from '../../platform/values/display.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { refundTiers } from '../../schema/visit-terms.ts'
import type { Visit } from './visit-facts.ts'

const texts = {
  en: {
    all: (until: string) => html`Until <strong>${until}</strong> you get back all that was paid.`,
    part: (until: string, percentage: number) => html`Until <strong>${until}</strong> you get back ${percentage}%.`,
    none: 'After that the visit can no longer be cancelled.',
    over: 'The visit can no longer be cancelled.',
    moved: 'It is not more because the visit was moved late.',
  },
  es: {
    all: (until: string) => html`Hasta el <strong>${until}</strong> se devuelve todo lo pagado.`,
    part: (until: string, percentage: number) =>
      html`Hasta el <strong>${until}</strong> se devuelve el ${percentage}&nbsp;%.`,
    none: 'Después la visita ya no se puede cancelar.',
    over: 'La visita ya no se puede cancelar.',
    moved: 'No es más porque la visita se cambió con poca anticipación.',
  },
} as const

const [full, part] = refundTiers

/** Until when how much is paid back to a guest who cancels a paid visit; what is over is left out. */
export function refundTerms(visit: Visit, language: Language, now = new Date()): Html {
  const text = texts[language]
  const deadline = new Date(visit.cancellationDeadline)
  const fullUntil = new Date(deadline.getTime() - (full.hoursBefore - part.hoursBefore) * hour)
  const instant = (at: Date): string => dateTimeText(at, language, visit.timezone)
  const isMoved = visit.refundCeiling < 1
  const percentage = Math.min(part.percentage, visit.refundCeiling * 100)
  // One whose day was closed can be cancelled until it begins.
  if (now >= deadline) return visit.cancellationQuote ? html`` : html`<p>${text.over}</p>`
  return html`<ol class="terms">
    ${!isMoved && now < fullUntil && html`<li class="all">${text.all(instant(fullUntil))}</li>`}
    ${percentage > 0 && html`<li class="part">${text.part(instant(deadline), percentage)} ${isMoved && text.moved}</li>`}
    <li class="none">${percentage > 0 ? text.none : html`${text.over} ${text.moved}`}</li>
  </ol>`
}
