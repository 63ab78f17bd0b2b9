import type { Problem } from './csv.ts'

/** More bytes than the maximum lines with values of maximum length. */
export const maxMegabytes = 16

/** The text of a file in UTF-8, or the error; a name in another encoding would be booked with wrong letters. */
export async function readText(file: Blob): Promise<{ readonly text: string } | { readonly problem: Problem }> {
  if (file.size > maxMegabytes * 1_000_000)
    return { problem: { text: 'import.error.tooLarge', parameters: { max: maxMegabytes } } }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? { problem: { text: 'import.error.notText' } } : { text }
  } catch {
    return { problem: { text: 'import.error.notText' } }
  }
}
