import { failureOfNetwork, failureOfRest, type Failure } from './failure.ts'

/** Stores a picture and returns its address. */
export async function uploadImage(
  file: File,
  headers: Record<string, string>,
): Promise<{ readonly data: string } | { readonly failure: Failure }> {
  try {
    const response = await fetch('/api/partner/images', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': file.type || 'application/octet-stream' },
      body: file,
    })
    const body = (await response.json()) as { readonly data: { readonly url: string } }
    return response.ok ? { data: body.data.url } : { failure: failureOfRest(body) }
  } catch (error) {
    return { failure: failureOfNetwork(error) }
  }
}
