/** Picture formats that are stored, by the ending of their names. */
export const contentTypes = { jpg: 'image/jpeg', webp: 'image/webp' } as const
export type Extension = keyof typeof contentTypes

/** Width of a picture on a page or in a mail, which every larger picture is stored in as well. */
export const pageWidth = 800

/** The name of a stored picture: the hash of the upload that it was made of, and its width. */
const storedName = /^([0-9a-f]{40})-(\d{1,4})\.(jpg|webp)$/

export const nameOf = (hash: string, width: number, extension: Extension): string => `${hash}-${width}.${extension}`

/** The content type of a stored name; undefined for any other text, which names no file. */
export function contentTypeOf(name: string): string | undefined {
  const [, , , extension] = storedName.exec(name) ?? []
  return extension === undefined ? undefined : contentTypes[extension as Extension]
}

/** The name of the same picture in at most the width of a page; undefined for any text that names no stored picture. */
export function pageNameOf(name: string): string | undefined {
  const [, hash = '', width, extension] = storedName.exec(name) ?? []
  if (extension === undefined) return undefined
  return nameOf(hash, Math.min(Number(width), pageWidth), extension as Extension)
}
