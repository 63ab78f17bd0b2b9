import type { MunicipalityCount } from './repository.ts'

/** A state and its municipalities with active cenotes. */
export interface StateRow {
  readonly name: string
  readonly cenoteCount: number
  readonly municipalities: { name: string; cenoteCount: number }[]
}

/** Groups municipalities by their states and preserves the order of both. */
export function statesOf(counts: readonly MunicipalityCount[]): StateRow[] {
  const states = new Map<
    string,
    { name: string; cenoteCount: number; municipalities: { name: string; cenoteCount: number }[] }
  >()
  for (const { state: name, municipality, cenoteCount } of counts) {
    const state = states.get(name) ?? { name, cenoteCount: 0, municipalities: [] }
    state.cenoteCount += cenoteCount
    state.municipalities.push({ name: municipality, cenoteCount })
    states.set(name, state)
  }
  return [...states.values()]
}
