import { paletteOf, type Palette, type Subject } from './palette.ts'
import { randomOf, type Random } from './random.ts'
import {
  above,
  beam,
  below,
  crowns,
  element,
  foreground,
  gradient,
  height,
  ridge,
  ripples,
  stalactites,
  swimmers,
  vines,
  width,
} from './shapes.ts'

/** How a cenote is shown: as a whole, from its entrance, and with people in it. */
export const views = ['whole', 'entrance', 'swimmers'] as const
export type View = (typeof views)[number]

/** The part of the scene that a view shows: all views are of the same place. */
const frames: Readonly<Record<View, string>> = {
  whole: `0 0 ${width} ${height}`,
  entrance: `90 60 ${width * 0.8} ${height * 0.8}`,
  swimmers: `180 ${height * 0.28} ${width * 0.72} ${height * 0.72}`,
}

/** A picture of a cenote as SVG: the same for the same subject and view. */
export function drawCenote(subject: Subject, view: View): string {
  const palette = paletteOf(subject)
  const { scene, waterTop } = scenes[subject.type](randomOf(subject.slug), palette)
  const random = randomOf(`${subject.slug} ${view}`)
  const layers = [
    element('rect', { width, height, fill: 'url(#air)' }),
    scene,
    view === 'swimmers' ? swimmers(random, random.whole(3, 5), waterTop + 60, height - 70) : '',
  ]
  const [left, top, shownWidth, shownHeight] = frames[view].split(' ').map(Number) as [number, number, number, number]
  const leaves =
    view === 'entrance' ? foreground(random, palette, [left, top, left + shownWidth, top + shownHeight]) : ''
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: frames[view], width, height },
    element('defs', {}, definitions(subject, palette)) + layers.join('') + leaves,
  )
}

function definitions({ type }: Subject, { light, water, deep, sky, skyLow, rockDark, rockShade }: Palette): string {
  const isDark = type === 'CAVE' || type === 'UNDERGROUND'
  return (
    gradient(
      'air',
      'linear',
      isDark
        ? [
            [0, rockDark],
            [1, rockShade],
          ]
        : [
            [0, sky],
            [0.6, skyLow],
          ],
    ) +
    gradient('water', 'linear', [
      [0, light],
      [0.35, water],
      [1, deep],
    ]) +
    gradient('depth', 'radial', [
      [0, deep, 0.75],
      [1, deep, 0],
    ]) +
    gradient('beam', 'linear', [
      [0, '#fffbe0', 0.85],
      [1, '#fffbe0', 0.05],
    ]) +
    gradient('glow', 'radial', [
      [0, '#fffbe0', 0.9],
      [1, '#fffbe0', 0],
    ])
  )
}

interface Scene {
  readonly scene: string
  /** Where the water begins. */
  readonly waterTop: number
}

const water = (random: Random, { light }: Palette, top: number): string =>
  element('rect', { y: top, width, height: height - top, fill: 'url(#water)' }) +
  element('ellipse', { cx: width * random.between(0.4, 0.6), cy: top + 260, rx: 420, ry: 150, fill: 'url(#depth)' }) +
  ripples(random, top + 24, height - 20, 26, light)

/** The opening of a ceiling, with the sky behind it and light that falls on the water. */
function skylight(random: Random, palette: Palette, x: number, radius: number, waterTop: number): string {
  const y = random.between(90, 130)
  return (
    element('ellipse', { cx: x, cy: y, rx: radius, ry: radius * 0.46, fill: palette.skyLow }) +
    element('ellipse', { cx: x, cy: y, rx: radius * 1.9, ry: radius, fill: 'url(#glow)', opacity: 0.5 }) +
    beam(x, y, waterTop + 120, radius * 1.5, 0.6) +
    element('ellipse', {
      cx: x + radius * 0.2,
      cy: waterTop + 120,
      rx: radius * 1.4,
      ry: radius * 0.36,
      fill: 'url(#glow)',
      opacity: 0.8,
    })
  )
}

const scenes: Readonly<Record<Subject['type'], (random: Random, palette: Palette) => Scene>> = {
  OPEN(random, palette) {
    const waterTop = random.between(400, 450)
    const rim = (x: number): number => 290 - 60 * ((x - width / 2) / (width / 2)) ** 2
    const cliffs = ridge(random, { base: rim, wander: 16 })
    const foot = ridge(random, { base: (x) => waterTop - 26 + 70 * ((x - width / 2) / (width / 2)) ** 2, wander: 10 })
    return {
      waterTop,
      scene:
        element('circle', { cx: random.between(250, 950), cy: 110, r: 120, fill: 'url(#glow)' }) +
        crowns(random, 240, 90, palette.leafShade) +
        crowns(random, 285, 62, palette.leaf) +
        below(cliffs, palette.rock) +
        below(ridge(random, { base: (x) => rim(x) + 70, wander: 14 }), palette.rockShade) +
        below(foot, palette.rockDark) +
        water(random, palette, waterTop) +
        vines(random, random.whole(10, 16), 300, 130, palette.leafShade) +
        crowns(random, 262, 26, palette.leaf),
    }
  },
  SEMI_OPEN(random, palette) {
    const waterTop = random.between(430, 480)
    const side = random() < 0.5 ? 1 : -1
    const ceiling = (x: number): number => {
      const across = side > 0 ? x / width : 1 - x / width
      return 90 + 250 * across ** 1.6
    }
    return {
      waterTop,
      scene:
        crowns(random, 330, 90, palette.leafShade) +
        crowns(random, 380, 70, palette.leaf) +
        below(ridge(random, { base: () => waterTop - 50, wander: 16 }), palette.rock) +
        below(ridge(random, { base: () => waterTop - 16, wander: 8 }), palette.rockShade) +
        water(random, palette, waterTop) +
        above(ridge(random, { base: (x) => ceiling(x) + 40, wander: 12 }), palette.rockShade) +
        stalactites(random, (x) => ceiling(x) + 40, 90, palette.rockShade) +
        above(ridge(random, { base: ceiling, wander: 16 }), palette.rockDark) +
        beam(side > 0 ? 240 : width - 300, 140, waterTop + 140, 190, 0.45) +
        vines(random, random.whole(8, 12), 210, 190, palette.leafShade),
    }
  },
  CAVE(random, palette) {
    const waterTop = random.between(420, 470)
    const ceiling = (x: number): number => 250 - 110 * Math.sin((Math.PI * x) / width)
    return {
      waterTop,
      scene:
        element('ellipse', { cx: width / 2, cy: waterTop, rx: 520, ry: 190, fill: palette.rock }) +
        element('ellipse', { cx: width / 2, cy: waterTop, rx: 380, ry: 120, fill: 'url(#glow)', opacity: 0.35 }) +
        below(
          ridge(random, { base: (x) => waterTop - 10 - 150 * (Math.abs(x - width / 2) / 600) ** 3, wander: 14 }),
          palette.rockShade,
        ) +
        water(random, palette, waterTop) +
        skylight(random, palette, width * random.between(0.3, 0.7), random.between(60, 84), waterTop) +
        stalactites(random, (x) => ceiling(x) + 34, 170, palette.rock) +
        above(ridge(random, { base: (x) => ceiling(x) + 20, wander: 14 }), palette.rockShade) +
        stalactites(random, ceiling, 120, palette.rockDark) +
        above(ridge(random, { base: ceiling, wander: 12 }), palette.rockDark),
    }
  },
  UNDERGROUND(random, palette) {
    const waterTop = random.between(450, 500)
    const opening = width * random.between(0.42, 0.58)
    return {
      waterTop,
      scene:
        element('ellipse', { cx: width / 2, cy: 470, rx: 640, ry: 400, fill: palette.rockShade }) +
        element('ellipse', { cx: width / 2, cy: 500, rx: 520, ry: 330, fill: palette.rock, opacity: 0.7 }) +
        water(random, palette, waterTop) +
        skylight(random, palette, opening, random.between(90, 120), waterTop) +
        vines(random, random.whole(6, 9), 150, 210, palette.leafShade) +
        stalactites(random, (x) => (Math.abs(x - opening) < 170 ? -200 : 70), 110, palette.rockDark) +
        element('ellipse', { cx: opening, cy: waterTop + 128, rx: 110, ry: 26, fill: palette.rockShade }) +
        element('ellipse', { cx: opening, cy: waterTop + 120, rx: 110, ry: 26, fill: palette.rock }),
    }
  },
}
