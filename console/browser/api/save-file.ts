import { failureOfNetwork, failureOfRest, type Failure } from './failure.ts'

/**
 * Saves what an address returns under the name that the response gives it, or that of its path; the browser keeps large
 * files on disk.
 */
export async function saveFile(address: string, headers: Record<string, string>): Promise<Failure | null> {
  try {
    const response = await fetch(address, { headers })
    if (!response.ok) return failureOfRest(await response.json())
    const url = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = url
    const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    link.download = name ?? new URL(address, location.href).pathname.split('/').at(-1) ?? ''
    link.click()
    // Not at once: the browser may not have begun to read it.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return null
  } catch (error) {
    return failureOfNetwork(error)
  }
}
