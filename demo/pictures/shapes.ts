import type { Palette } from './palette.ts'
import type { Random } from './random.ts'

export const width = 1200
export const height = 800

const digits = (value: number): string => String(Math.round(value * 10) / 10)
/** An element, its numbers rounded. */
export const element = (name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string => {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? digits(value) : value}"`,
  )
  return content === '' ? `<${name}${list.join('')}/>` : `<${name}${list.join('')}>${content}</${name}>`
}

const path = (points: readonly (readonly [number, number])[], attributes: Readonly<Record<string, string | number>>) =>
  element('path', { d: `M${points.map(([x, y]) => `${digits(x)} ${digits(y)}`).join('L')}Z`, ...attributes })

export const gradient = (
  id: string,
  kind: 'linear' | 'radial',
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
): string =>
  element(
    `${kind}Gradient`,
    kind === 'linear' ? { id, x1: 0, y1: 0, x2: 0, y2: 1 } : { id },
    stops
      .map(([offset, colour, opacity = 1]) =>
        element('stop', { offset, 'stop-color': colour, ...(opacity < 1 ? { 'stop-opacity': opacity } : {}) }),
      )
      .join(''),
  )

/** The edge of rock from one side to the other: a wavering line. */
export function ridge(
  random: Random,
  {
    left = 0,
    right = width,
    base,
    wander,
    step = 60,
  }: { left?: number; right?: number; base: (x: number) => number; wander: number; step?: number },
): [number, number][] {
  const points: [number, number][] = []
  for (let x = left; x < right; x += step) points.push([x, base(x) + random.between(-wander, wander)])
  points.push([right, base(right)])
  return points
}

/** Everything above a line, or below it. */
export const above = (line: readonly [number, number][], fill: string): string =>
  path([[line[0]?.[0] ?? 0, -10], ...line, [line.at(-1)?.[0] ?? width, -10]], { fill })
export const below = (line: readonly [number, number][], fill: string): string =>
  path([[line[0]?.[0] ?? 0, height + 10], ...line, [line.at(-1)?.[0] ?? width, height + 10]], { fill })

/** Crowns of trees along a line. */
export function crowns(random: Random, y: number, size: number, fill: string): string {
  let shapes = ''
  for (let x = -40; x < width + 40; x += size * random.between(0.5, 0.9))
    shapes += element('circle', {
      cx: x,
      cy: y + random.between(-size * 0.3, size * 0.3),
      r: size * random.between(0.6, 1),
    })
  return element('g', { fill }, shapes)
}

/** Vines, or roots, that hang from above. */
export function vines(random: Random, count: number, from: number, length: number, stroke: string): string {
  let lines = ''
  for (let n = 0; n < count; n += 1) {
    const x = random.between(40, width - 40)
    const end = from + length * random.between(0.4, 1)
    const sway = random.between(-18, 18)
    lines += element('path', {
      d: `M${digits(x)} ${from - 60}Q${digits(x + sway)} ${digits((from + end) / 2)} ${digits(x + sway / 2)} ${digits(end)}`,
    })
  }
  return element('g', { fill: 'none', stroke, 'stroke-width': 4, 'stroke-linecap': 'round' }, lines)
}

/** Stalactites along a ceiling. */
export function stalactites(random: Random, ceiling: (x: number) => number, length: number, fill: string): string {
  let d = ''
  for (let x = 30; x < width - 30; x += random.between(26, 70)) {
    const half = random.between(8, 20)
    const top = ceiling(x) - 30
    d += `M${digits(x - half)} ${digits(top)}L${digits(x + half)} ${digits(top)}L${digits(x + random.between(-4, 4))} ${digits(top + 30 + length * random.between(0.25, 1))}Z`
  }
  return element('path', { d, fill })
}

/** A beam of light from an opening down to the water. */
export const beam = (x: number, top: number, bottom: number, spread: number, opacity: number): string =>
  path(
    [
      [x - spread * 0.25, top],
      [x + spread * 0.25, top],
      [x + spread, bottom],
      [x - spread * 0.7, bottom],
    ],
    { fill: 'url(#beam)', opacity },
  )

/** Short strokes of light on water. */
export function ripples(random: Random, top: number, bottom: number, count: number, stroke: string): string {
  let d = ''
  for (let n = 0; n < count; n += 1) {
    const y = top + (bottom - top) * random() ** 0.8
    const reach = 14 + (60 * (y - top)) / (bottom - top)
    const x = random.between(60, width - 60)
    d += `M${digits(x - reach)} ${digits(y)}q${digits(reach)} ${digits(-5)} ${digits(reach * 2)} 0`
  }
  return element('path', { d, fill: 'none', stroke, 'stroke-width': 3, 'stroke-linecap': 'round', opacity: 0.45 })
}

/** Swimmers with life jackets, and the rings that they make. */
export function swimmers(random: Random, count: number, top: number, bottom: number): string {
  const jackets = ['#f2693f', '#f7b32b', '#e4475b']
  const places = Array.from({ length: count }, () => random.between(top, bottom)).sort((a, b) => a - b)
  return places
    .map((y, n) => {
      const x = width * ((n + 0.6 + random.between(-0.2, 0.2)) / (count + 0.2))
      const size = 12 + (16 * (y - top)) / (bottom - top || 1)
      return element(
        'g',
        { transform: `translate(${digits(x)} ${digits(y)}) scale(${digits(size / 10)})` },
        element('ellipse', { cx: 0, cy: 5, rx: 22, ry: 5, fill: '#fff', opacity: 0.25 }) +
          element('path', { d: 'M-9 5Q-8 -4 0 -4T9 5Z', fill: jackets[n % jackets.length] ?? '' }) +
          element('circle', { cx: 0, cy: -9, r: 5.4, fill: '#7a4a2b' }) +
          element('path', { d: 'M-5.4 -10a5.4 5.4 0 0 1 10.8 0Z', fill: '#2b1c14' }),
      )
    })
    .join('')
}

/** Large leaves in two corners of a frame, as seen from the way in. */
export function foreground(
  random: Random,
  { leafShade, leaf }: Palette,
  [left, top, right, bottom]: readonly [number, number, number, number],
): string {
  const leaves = (x: number, y: number, turn: number): string => {
    let shapes = ''
    for (let n = 0; n < 7; n += 1) {
      const angle = turn + n * 22 + random.between(-6, 6)
      const length = random.between(190, 320)
      shapes += element('path', {
        d: `M0 0Q${digits(length * 0.4)} ${digits(-length * 0.2)} ${digits(length)} 0Q${digits(length * 0.4)} ${digits(length * 0.2)} 0 0Z`,
        transform: `translate(${x} ${y}) rotate(${digits(angle)})`,
        fill: n % 2 === 0 ? leafShade : leaf,
      })
    }
    return shapes
  }
  return leaves(left - 30, bottom + 20, -95) + leaves(right + 30, top - 20, 95)
}
