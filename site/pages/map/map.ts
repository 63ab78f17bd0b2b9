import { html, type Html } from '../../../platform/http/pages.ts'
import { land, region, roads, towns, type Point } from './region.ts'

/** A place on the map. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

const width = 400
const height = 220
/** How much of the region is shown, in degrees from west to east: some 170 kilometres. */
const shownDegrees = 1.6
const kilometresPerDegree = 111.2
const letterWidth = 6.6
const labelHeight = 14

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A drawn map with the place in its middle, the towns and main roads around it; without them outside of the region. */
export function drawnMap(place: Place, label: string): Html {
  const pixels = width / shownDegrees
  const shrink = Math.cos((place.latitude * Math.PI) / 180)
  const project = ([longitude, latitude]: Point): [x: number, y: number] => [
    round(width / 2 + (longitude - place.longitude) * pixels),
    round(height / 2 - ((latitude - place.latitude) * pixels) / shrink),
  ]
  const path = (points: readonly Point[]): string => `M${points.map((point) => project(point).join(' ')).join('L')}`
  const isKnown = isInRegion(place)
  const barPixels = round((20 / (kilometresPerDegree * shrink)) * pixels)
  return html`<svg class="map" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <rect class="${isKnown ? 'sea' : 'land'}" width="${width}" height="${height}" />
    ${
      isKnown &&
      html`<path class="land" d="${land.map((ring) => `${path(ring)}Z`).join('')}" />
        <path class="road" d="${roads.map(path).join('')}" />
        ${townMarks(project)}`
    }
    <path class="scale" d="M12 ${height - 16}v5h${barPixels}v-5" />
    <text class="scale-text" x="${12 + barPixels / 2}" y="${height - 18}">20 km</text>
    <g class="pin" transform="translate(${width / 2} ${height / 2})">
      <path d="M0 0c-4-8-11-12-11-20a11 11 0 0 1 22 0c0 8-7 12-11 20z" />
      <circle cy="-20" r="4" />
    </g>
  </svg>`
}

const isInRegion = ({ latitude, longitude }: Place): boolean =>
  longitude > region.west && longitude < region.east && latitude > region.south && latitude < region.north

/** Dots with names, as far as these do not cover each other, the pin or the scale. */
function townMarks(project: (point: Point) => [x: number, y: number]): Html[] {
  const pin = { left: width / 2 - 12, top: height / 2 - 33, right: width / 2 + 12, bottom: height / 2 - 8 }
  const scale = { left: 0, top: height - 34, right: 80, bottom: height }
  const taken: Box[] = [pin, scale]
  return towns.flatMap(({ name, at }) => {
    const [x, y] = project(at)
    if (x < 0 || x > width || y < labelHeight / 2 || y > height - labelHeight / 2) return []
    const length = name.length * letterWidth
    const sides = [
      { anchor: 'start', textX: x + 7, left: x + 5 },
      { anchor: 'end', textX: x - 7, left: x - 9 - length },
    ]
    const side = sides.find(({ left }) => {
      const box = { left, top: y - labelHeight / 2, right: left + length + 4, bottom: y + labelHeight / 2 }
      const isFree = box.left >= 0 && box.right <= width && !taken.some((other) => overlaps(box, other))
      if (isFree) taken.push(box)
      return isFree
    })
    if (!side) return []
    return [
      html`<circle class="town" cx="${x}" cy="${y}" r="3" />
        <text class="town-name" x="${round(side.textX)}" y="${y + 4}" text-anchor="${side.anchor}">${name}</text>`,
    ]
  })
}

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const round = (value: number): number => Math.round(value * 10) / 10

/** The closest town and its distance in a straight line; null outside of the region. */
export function closestTown(place: Place): { readonly name: string; readonly kilometres: number } | null {
  if (!isInRegion(place)) return null
  const shrink = Math.cos((place.latitude * Math.PI) / 180)
  const distances = towns.map(({ name, at: [longitude, latitude] }) => ({
    name,
    kilometres: Math.hypot((longitude - place.longitude) * shrink, latitude - place.latitude) * kilometresPerDegree,
  }))
  return distances.reduce((closest, one) => (one.kilometres < closest.kilometres ? one : closest))
}

/** Addresses of the place in the maps that people have. */
export const mapLinks = ({ latitude, longitude }: Place, name: string): readonly (readonly [string, string])[] => [
  ['Google Maps', `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`],
  ['Apple Maps', `https://maps.apple.com/?ll=${latitude},${longitude}&q=${encodeURIComponent(name)}`],
  [
    'OpenStreetMap',
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`,
  ],
]
