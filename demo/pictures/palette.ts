export type CenoteType = 'OPEN' | 'SEMI_OPEN' | 'CAVE' | 'UNDERGROUND'

/** The facts of a cenote that its pictures show. */
export interface Subject {
  readonly slug: string
  readonly type: CenoteType
  /** Metres. */
  readonly depth: number
  readonly visibility: number
}

/** The colours of a picture, as CSS writes them. */
export interface Palette {
  readonly light: string
  readonly water: string
  readonly deep: string
  readonly rock: string
  readonly rockShade: string
  readonly rockDark: string
  readonly leaf: string
  readonly leafShade: string
  readonly sky: string
  readonly skyLow: string
}

const hsl = (hue: number, saturation: number, lightness: number): string =>
  `hsl(${Math.round(hue)} ${Math.round(saturation)}% ${Math.round(lightness)}%)`

/** Clear water is turquoise, murky water green; the deeper it is, the darker and bluer its middle. */
export function paletteOf({ type, depth, visibility }: Subject): Palette {
  const clarity = Math.min(1, visibility / 40)
  const depthShare = Math.min(1, depth / 45)
  const hue = 158 + 30 * clarity + 12 * depthShare
  const isDark = type === 'CAVE' || type === 'UNDERGROUND'
  const rockHue = isDark ? 24 : 38
  return {
    light: hsl(hue - 8, 62, isDark ? 78 : 84),
    water: hsl(hue, 68, isDark ? 46 : 54),
    deep: hsl(hue + 16, 74, 30 - 14 * depthShare),
    rock: hsl(rockHue, isDark ? 26 : 30, isDark ? 36 : 72),
    rockShade: hsl(rockHue, isDark ? 28 : 24, isDark ? 24 : 56),
    rockDark: hsl(rockHue, isDark ? 30 : 22, isDark ? 12 : 36),
    leaf: hsl(128, 38, 36),
    leafShade: hsl(138, 42, 22),
    sky: hsl(202, 68, 66),
    skyLow: hsl(44, 70, 90),
  }
}
