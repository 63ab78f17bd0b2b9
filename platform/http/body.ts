import { isUtf8 } from 'node:buffer'
import { Transform, type Readable } from 'node:stream'
import type { FastifyBodyParser, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { declareBound, type Bound } from '../process/bounds.ts'
import { maxJsonDepth } from './json-bounds.ts'
import { scanJson, type JsonBounds } from './json-scan.ts'
import { factsOf } from './request-facts.ts'
import { RequestValue } from './request-value.ts'

export const mebibyte = 1_048_576

const bytesBound = declareBound({
  name: 'body-bytes',
  what: 'Bytes of a body',
  per: 'request',
  default: '1 MiB, without a key 64 KiB; a picture 10 MiB',
  response: '413 `PAYLOAD_TOO_LARGE`, before it is read where its length is announced',
})
/** Of bodies and of messages of a WebSocket. */
export const jsonBounds: Readonly<Record<keyof JsonBounds, Bound>> = {
  maxDepth: declareBound({
    name: 'json-depth',
    what: 'Levels of arrays and objects in JSON',
    per: 'body or message',
    default: `${maxJsonDepth}`,
    response: '400 `ERROR_VALIDACION`; close 4400',
  }),
  maxMembers: declareBound({
    name: 'json-members',
    what: 'Members and elements in JSON',
    per: 'body or message',
    default: '[by pricing tier](../partner-api/keys-and-limits.md#size-of-a-body)',
    response: '400 `ERROR_VALIDACION`; close 4400',
  }),
}

/** How large the body of a caller may be. */
export interface BodyBounds {
  readonly maxBytes: number
  /** Elements and members of its JSON. */
  readonly maxMembers: number
}

/** The size of a body that was read. */
export interface BodySize {
  readonly bytes: number
  readonly members: number
}

const withoutBounds: BodyBounds = { maxBytes: Infinity, maxMembers: Infinity }

const expected = new RequestValue<BodyBounds>()
const expectedOf = (request: FastifyRequest): BodyBounds => expected.of(request.raw) ?? withoutBounds

const sizes = new RequestValue<BodySize>()

/** The size of the JSON body of a request, once it was read; undefined for any other body. */
export const jsonSizeOf = (request: FastifyRequest): BodySize | undefined => sizes.of(request.raw)

/** Refuses JSON that nests too deep or has too many members, before it is parsed. */
export class BodyOutOfBounds extends Error {
  readonly statusCode = 400

  constructor(
    readonly bound: keyof JsonBounds,
    readonly maximum: number,
    what = 'body',
  ) {
    super(
      bound === 'maxDepth'
        ? `The ${what} must not nest deeper than ${maximum} levels`
        : `The ${what} must not have more than ${maximum} members and elements`,
    )
    this.name = 'BodyOutOfBounds'
  }
}

/** Refuses a body that is too large, before it is read where its length is announced. */
export class BodyTooLarge extends Error {
  readonly statusCode = 413

  constructor(readonly limitBytes: number) {
    super(`The body must not be larger than ${limitBytes} bytes`)
    this.name = 'BodyTooLarge'
  }
}

/** Refuses a body whose text is not the UTF-8 that it must be: decoded anyway, what is malformed would be lost. */
export class BodyNotUtf8 extends Error {
  readonly statusCode = 400

  constructor() {
    super('The body is not valid UTF-8')
    this.name = 'BodyNotUtf8'
  }
}

/** Refuses a body in another charset than UTF-8, or a compressed one. */
export class UnsupportedBody extends Error {
  readonly statusCode = 415

  constructor(
    /** Requirement beside the media type. */
    readonly required: '; charset=utf-8' | ', Content-Encoding: identity',
  ) {
    super(`The body is not accepted: its type must be${required}`)
    this.name = 'UnsupportedBody'
  }
}

/** The first reason why the body of a request cannot be read, by its headers. */
function unsupported({ headers, method }: FastifyRequest): UnsupportedBody | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.trim().toLowerCase() !== 'identity') return new UnsupportedBody(', Content-Encoding: identity')
  const charset = /;[ \t]*charset="?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  return /^(utf-?8|us-ascii)$/i.test(charset) ? undefined : new UnsupportedBody('; charset=utf-8')
}

/**
 * Bounds the body of a request whose caller is known. Throws BodyTooLarge when it is announced as too large: then nothing
 * of it is read.
 */
export function expectBody(request: FastifyRequest, reply: FastifyReply, body: BodyBounds): void {
  expected.set(request.raw, body)
  const announced = Number(request.headers['content-length'])
  if (!(announced > body.maxBytes)) return
  // The bytes sent so far are dropped; a client that sends more than any limit is not awaited.
  if (announced > mebibyte) reply.header('connection', 'close')
  throw tooLarge(request, body.maxBytes)
}

/** Counts JSON of a request in its bytes. Throws BodyOutOfBounds; then it must not be parsed. */
export function admitJson(request: FastifyRequest, bytes: Uint8Array, what?: string): void {
  const { maxMembers } = expectedOf(request)
  const bounds = { maxDepth: maxJsonDepth, maxMembers }
  const { exceeded, ...size } = scanJson(bytes, bounds)
  sizes.set(request.raw, size)
  if (!exceeded) return
  jsonBounds[exceeded].reached(factsOf(request.raw))
  throw new BodyOutOfBounds(exceeded, bounds[exceeded], what)
}

/** Parses JSON bodies within the bounds of their requests. */
export function jsonParser(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  return (request, bytes, done) => {
    try {
      admitJson(request, bytes)
      if (!isUtf8(bytes)) throw new BodyNotUtf8()
    } catch (error) {
      done(error as Error)
      return
    }
    // It drops a byte order mark.
    void parse(request, bytes.toString(), done)
  }
}

/**
 * Has every JSON body of a server counted before it is parsed, those without a length cut at their limit, and no other
 * charset or coding read than UTF-8 as it is.
 */
export function boundBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, jsonParser(app))
  app.addHook('preParsing', (request, reply, payload: Readable, done) => {
    const refusal = unsupported(request)
    if (refusal) {
      if (refusal.required.startsWith(',')) reply.header('accept-encoding', 'identity')
      return done(refusal)
    }
    const { maxBytes } = expectedOf(request)
    // Node itself ends a body at its announced length.
    if (maxBytes === Infinity || request.headers['content-length'] !== undefined) done(null, payload)
    else done(null, endingAt(request, maxBytes, payload))
  })
}

function tooLarge(request: FastifyRequest, maxBytes: number): BodyTooLarge {
  bytesBound.reached(factsOf(request.raw))
  return new BodyTooLarge(maxBytes)
}

/** A stream that fails with BodyTooLarge when more is sent. */
function endingAt(request: FastifyRequest, maxBytes: number, payload: Readable): Readable {
  let received = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > maxBytes) done(tooLarge(request, maxBytes))
      else done(null, chunk)
    },
  })
  // Not a pipeline: that would end the connection before the refusal is sent.
  payload.on('error', (error) => bounded.destroy(error))
  return payload.pipe(bounded)
}
