import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { createOwnPictures, type OwnPictures } from './own-pictures.ts'
import type { PictureStore } from './picture-store.ts'

const publicUrl = 'https://partners.example.com'
const hash = 'a'.repeat(40)
const picture = sharp({ create: { width: 30, height: 20, channels: 4, background: '#0b556380' } })
const jpegStart = [0xff, 0xd8, 0xff]

describe('the pictures that the product serves', () => {
  const stored = new Map<string, Uint8Array>()
  const reads: string[] = []
  const store: PictureStore = {
    async read(name) {
      reads.push(name)
      return stored.get(name)
    },
    write: () => Promise.reject(new Error('Pictures are only read')),
  }
  let demoFolder: string
  let pictures: OwnPictures
  beforeAll(async () => {
    demoFolder = await mkdtemp(path.join(tmpdir(), 'pictures-'))
    await writeFile(path.join(demoFolder, 'azul-1.png'), await picture.clone().png({ palette: true }).toBuffer())
    stored.set(`${hash}-800.jpg`, await picture.clone().flatten().jpeg().toBuffer())
    stored.set(`${hash}-320.webp`, await picture.clone().webp().toBuffer())
    stored.set(`${'b'.repeat(40)}-800.jpg`, new Uint8Array(2_000_000))
    pictures = createOwnPictures({ publicUrl, store, demoFolder })
  })
  afterAll(() => rm(demoFolder, { recursive: true }))

  it('have an address in the width of a page, and others have none', () => {
    expect(pictures.pageAddress(`${publicUrl}/images/${hash}-1600.jpg`)).toBe(`${publicUrl}/images/${hash}-800.jpg`)
    expect(pictures.pageAddress(`${publicUrl}/images/${hash}-320.webp`)).toBe(`${publicUrl}/images/${hash}-320.webp`)
    expect(pictures.pageAddress(`${publicUrl}/pictures/azul-1.svg`)).toBe(`${publicUrl}/pictures/azul-1.png`)
    for (const url of [
      'https://cdn.example.com/zaci.jpg',
      `https://cdn.example.com/images/${hash}-800.jpg`,
      `${publicUrl}.evil.example/images/${hash}-800.jpg`,
      `${publicUrl}/images/../../signing.secret`,
      `${publicUrl}/images/x/${hash}-800.jpg`,
      `${publicUrl}/pictures/..%2fazul-1.png`,
      '',
    ])
      expect(pictures.pageAddress(url)).toBeNull()
  })

  it('are read as JPEG, whatever they are stored as, and once', async () => {
    for (const url of [`/images/${hash}-1600.jpg`, `/images/${hash}-320.webp`, '/pictures/azul-1.png']) {
      const jpeg = await pictures.read(publicUrl + url)
      expect([...(jpeg?.subarray(0, 3) ?? [])]).toEqual(jpegStart)
      expect(await pictures.read(publicUrl + url)).toBe(jpeg)
    }
    expect(reads).toEqual([`${hash}-800.jpg`, `${hash}-320.webp`])
  })

  it('are left out when they are missing, broken or too large, or cannot be read', async () => {
    const unreachable: PictureStore = { ...store, read: () => Promise.reject(new Error('The store cannot be reached')) }
    stored.set(`${'c'.repeat(40)}-800.webp`, Buffer.from('no picture'))
    for (const letter of ['b', 'c', 'd'])
      for (const ending of ['jpg', 'webp'])
        expect(await pictures.read(`${publicUrl}/images/${letter.repeat(40)}-800.${ending}`)).toBeNull()
    expect(await pictures.read(`${publicUrl}/pictures/missing-1.png`)).toBeNull()
    expect(await pictures.read('https://cdn.example.com/zaci.jpg')).toBeNull()
    const without = createOwnPictures({ publicUrl, store: unreachable, demoFolder })
    expect(await without.read(`${publicUrl}/images/${hash}-800.jpg`)).toBeNull()
  })
})
