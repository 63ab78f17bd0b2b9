import { html, type Html } from '../../platform/http/pages.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { closestTown, drawnMap, mapLinks } from './map/map.ts'
import type { Visit } from './visit-facts.ts'

const texts = {
  en: {
    way: 'How to get there',
    map: (name: string) => `Map: where ${name} is`,
    near: (kilometres: number, town: string) => `${kilometres} km from ${town} as the crow flies`,
    at: (town: string) => `In or beside ${town}`,
    open: 'Open in',
  },
  es: {
    way: 'Cómo llegar',
    map: (name: string) => `Mapa: dónde está ${name}`,
    near: (kilometres: number, town: string) => `A ${kilometres} km de ${town} en línea recta`,
    at: (town: string) => `En ${town} o al lado`,
    open: 'Abrir en',
  },
} as const

/** Where the visit takes place: drawn, described, and as links to the maps that people have. */
export function placeSection(visit: Visit, language: Language): Html {
  const text = texts[language]
  const town = closestTown(visit)
  const kilometres = Math.round(town?.kilometres ?? 0)
  return html`<section class="card">
    <h2>${text.way}</h2>
    <figure class="place">
      ${drawnMap(visit, text.map(visit.productName))}
      ${town && html`<figcaption>${kilometres > 0 ? text.near(kilometres, town.name) : text.at(town.name)}</figcaption>`}
    </figure>
    <p><strong>${visit.address}</strong></p>
    ${visit.directions && html`<p>${visit.directions}</p>`}
    <p class="map-links">
      ${text.open}
      ${mapLinks(visit, visit.productName).map(([name, address]) => html` <a href="${address}" rel="noreferrer">${name}</a>`)}
    </p>
  </section>`
}
