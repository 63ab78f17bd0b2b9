import { describe, expect, it } from '@jest/globals'
import { closestTown, drawnMap, mapLinks } from './map.ts'

const granCenote = { latitude: 20.2464, longitude: -87.4642 }
const elsewhere = { latitude: 48.85, longitude: 2.35 }
const namesOn = (svg: string): string[] => [...svg.matchAll(/town-name"[^>]*>([^<]+)</g)].map(([, name = '']) => name)

describe('a drawn map', () => {
  it('names the towns around a place, and none that is out of sight', () => {
    const names = namesOn(drawnMap(granCenote, 'Map').text)
    expect(names).toEqual(expect.arrayContaining(['Tulum', 'Cobá', 'Akumal']))
    expect(names).not.toContain('Mérida')
  })

  it('is an empty one outside of the region that it knows', () => {
    const { text } = drawnMap(elsewhere, 'Map')
    expect(namesOn(text)).toEqual([])
    expect(text).toContain('class="pin"')
    expect(text).not.toContain('NaN')
  })
})

it('finds the closest town, as the crow flies', () => {
  const { name, kilometres } = closestTown(granCenote) ?? { name: '', kilometres: 0 }
  expect([name, Math.round(kilometres)]).toEqual(['Tulum', 4])
  expect(closestTown(elsewhere)).toBeNull()
})

it('links to maps by the coordinates', () => {
  for (const [, address] of mapLinks(granCenote, 'Gran Cenote & more'))
    expect(decodeURIComponent(address)).toMatch(/20\.2464.{1,6}-87\.4642/)
})
