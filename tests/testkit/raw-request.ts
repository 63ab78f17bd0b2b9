import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As it was sent. */
  readonly bytes: Buffer
  /** Without its coding. */
  readonly text: string
}

/** A request whose response is seen as it is sent: fetch asks for codings, and decodes them, on its own. */
export async function rawRequest(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawResponse> {
  const sent = request(url, { method, headers, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const coding = bytes.length > 0 ? response.headers['content-encoding'] : undefined
  const decoded = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: decoded.toString() }
}
