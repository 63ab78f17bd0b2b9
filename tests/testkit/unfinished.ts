import { request } from 'node:http'
import type { Json } from './product.ts'

/** Sends the head of a POST whose body never comes, and returns the response to it. */
export async function responseToHead(
  url: string,
  headers: Record<string, string>,
  milliseconds = 15_000,
): Promise<{ status: number | undefined; body: Json }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '1000', ...headers },
      agent: false,
      signal: AbortSignal.timeout(milliseconds),
    })
    sent.once('error', reject)
    sent.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.once('end', () => {
        sent.destroy()
        resolve({ status: response.statusCode, body: JSON.parse(text) })
      })
    })
    sent.flushHeaders()
  })
}
