import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { acceptedCodings, type Coding } from './accept-encoding.ts'
import { varyBy } from './vary.ts'

/** Below this a coding saves less than it costs. */
const minBytes = 1_024
/** Fast ones: a better compression takes several times the processor time for a tenth of the size. */
const brotliQuality = 4
const gzipLevel = 6

const compressible = /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|javascript|xml))\b/i

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)
const brotliOptions = (bytes?: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    ...(bytes === undefined ? {} : { [constants.BROTLI_PARAM_SIZE_HINT]: bytes }),
  },
})

/** Compresses a body in a thread of the pool, beside other requests. */
const compressed = (coding: Coding, body: Buffer): Promise<Buffer> =>
  coding === 'br' ? brotliOf(body, brotliOptions(body.length)) : gzipOf(body, { level: gzipLevel })

/** Compresses a stream as it is read, no faster than the client takes it. Either end fails or is destroyed with the other. */
function compressedStream(coding: Coding, body: Readable): Readable {
  const compressor = coding === 'br' ? createBrotliCompress(brotliOptions()) : createGzip({ level: gzipLevel })
  // An error is reported by the stream that is sent.
  return pipeline(body, compressor, () => undefined)
}

/** The compressed forms of a body that is sent again and again: each is made once, when a client first accepts it. */
export class CompressedForms {
  readonly #forms = new Map<Coding, Buffer | Promise<Buffer>>()
  readonly #onGrow: (bytes: number) => void

  /** `onGrow` is called with the bytes of each form that is stored. */
  constructor(onGrow: (bytes: number) => void = () => undefined) {
    this.#onGrow = onGrow
  }

  /** A promise while the form is being computed, shared by all requests that wait for it. */
  of(coding: Coding, body: Buffer): Buffer | Promise<Buffer> {
    const known = this.#forms.get(coding)
    if (known) return known
    const making = this.#make(coding, body)
    this.#forms.set(coding, making)
    return making
  }

  async #make(coding: Coding, body: Buffer): Promise<Buffer> {
    try {
      const made = await compressed(coding, body)
      // What is returned lies in a larger buffer.
      const form = Buffer.allocUnsafeSlow(made.length)
      made.copy(form)
      this.#forms.set(coding, form)
      this.#onGrow(form.length)
      return form
    } catch (error) {
      this.#forms.delete(coding)
      throw error
    }
  }
}

const formsOf = new WeakMap<Buffer, CompressedForms>()

/** Has a body compressed once for all responses that send these bytes. */
export function compressOnce(body: Buffer, forms = new CompressedForms()): Buffer {
  formsOf.set(body, forms)
  return body
}

/**
 * Compresses responses of text for clients that accept it, after all hooks of their routes: entity tags are those of
 * the content, the same in every coding. Streams that write their own head, such as events, are left alone.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), compress]
  })
  // An unknown path is no route.
  app.addHook('onSend', function (request, reply, payload, done) {
    if (request.is404) compress.call(this, request, reply, payload, done)
    else done(null, payload)
  })
}

const compress: onSendHookHandler = (request, reply, payload, done) => {
  const coding = codingFor(request, reply, payload)
  if (!coding) return done(null, payload)
  const send = (body: unknown): void => {
    reply.header('content-encoding', coding).removeHeader('content-length')
    done(null, body)
  }
  if (payload instanceof Readable) return send(compressedStream(coding, payload))
  // A HEAD request: its body was dropped, and its length would be that of another form.
  if (!Buffer.isBuffer(payload) && typeof payload !== 'string') return send(payload)
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  const form = formsOf.get(body)?.of(coding, body) ?? compressed(coding, body)
  if (Buffer.isBuffer(form)) send(form)
  else form.then(send, done)
}

/** The coding to send a response in; undefined to send it as it is. */
function codingFor({ headers, method }: FastifyRequest, reply: FastifyReply, payload: unknown): Coding | undefined {
  const type = reply.getHeader('content-type')
  const isWhole = reply.statusCode !== 206 && !reply.hasHeader('content-encoding')
  if (typeof type !== 'string' || !compressible.test(type) || !isWhole) return undefined
  varyBy(reply, 'Accept-Encoding')
  const { codings, refusesIdentity } = acceptedCodings(headers['accept-encoding'])
  const [coding] = codings
  if (!coding) return undefined
  const bytes = sizeOf(payload, method === 'HEAD' ? reply.getHeader('content-length') : undefined)
  return bytes > (refusesIdentity ? 0 : minBytes) ? coding : undefined
}

/** The bytes of a body, which of a HEAD request only its length is known; a stream may have any number. */
function sizeOf(payload: unknown, announced: unknown): number {
  if (payload instanceof Readable) return Infinity
  if (Buffer.isBuffer(payload)) return payload.length
  if (typeof payload === 'string') return payload.length > minBytes ? payload.length : Buffer.byteLength(payload)
  return Number(announced ?? 0)
}
