import { readFile } from 'node:fs/promises'

/** The lists of an installation file, by name. */
export type FileLists = Readonly<Record<string, readonly unknown[]>>

const file = new URL('../../demo/installation.json', import.meta.url)
let reading: Promise<FileLists> | undefined

/** The installation file that the demo data comes from, read once in a process. */
export function readDemoFile(): Promise<FileLists> {
  reading ??= readFile(file, 'utf8').then((text) => JSON.parse(text) as FileLists)
  return reading
}

/** Those items of a list that have some members, which its own subgraph has validated. */
export const demoItems = <Item>(lists: FileLists, name: string): readonly Item[] =>
  (lists[name] ?? []) as readonly Item[]
