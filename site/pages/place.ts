import { html, type Html } from '../../platform/http/pages.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { closestTown, drawnMap, mapLinks, type Place } from './map/map.ts'
import type { Visit } from './visit-facts.ts'

const texts = {
  en: {
    way: 'How to get there',
    pickup: 'Where we pick you up',
    map: (name: string) => `Map: where ${name} is`,
    near: (kilometres: number, town: string) => `${kilometres} km from ${town} as the crow flies`,
    at: (town: string) => `In or beside ${town}`,
    open: 'Open in',
  },
  es: {
    way: 'Cómo llegar',
    pickup: 'Dónde le recogemos',
    map: (name: string) => `Mapa: dónde está ${name}`,
    near: (kilometres: number, town: string) => `A ${kilometres} km de ${town} en línea recta`,
    at: (town: string) => `En ${town} o al lado`,
    open: 'Abrir en',
  },
} as const

/** Where the guests have to be: drawn and as links to the maps that people have, where that is known, and described. */
export function placeSection({ meeting, productName }: Visit, language: Language): Html {
  const text = texts[language]
  const { option, place, coordinates, directions } = meeting
  const isFetched = option === 'HOTEL_PICKUP' || option === 'PRIVATE_TRANSFER'
  const name = option ? place : productName
  return html`<section class="card">
    <h2>${isFetched ? text.pickup : text.way}</h2>
    ${coordinates && placeFigure(coordinates, text.map(name), language)}
    <p>
      <strong><bdi>${place}</bdi></strong>
    </p>
    ${directions && html`<p>${directions}</p>`}
    ${
      coordinates &&
      html`<p class="map-links">
        ${text.open}
        ${mapLinks(coordinates, name).map(([label, address]) => html` <a href="${address}" rel="noreferrer">${label}</a>`)}
      </p>`
    }
  </section>`
}

function placeFigure(coordinates: Place, label: string, language: Language): Html {
  const text = texts[language]
  const town = closestTown(coordinates)
  const kilometres = Math.round(town?.kilometres ?? 0)
  return html`<figure class="place">
    ${drawnMap(coordinates, label)}
    ${town && html`<figcaption>${kilometres > 0 ? text.near(kilometres, town.name) : text.at(town.name)}</figcaption>`}
  </figure>`
}
