import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { mebibyte } from '../../platform/http/body.ts'
import { contentTypeOf } from '../../platform/pictures/names.ts'
import type { PictureStore } from '../../platform/pictures/picture-store.ts'
import { departureOf } from '../../platform/http/departure.ts'
import { Unavailable } from '../../platform/process/failures.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { success } from '../http/envelope.ts'
import { failure, ValidationFailure } from '../http/errors.ts'
import type { Facade } from '../http/facade.ts'
import { AuthorizeImageUploadDocument } from '../generated/operations.ts'
import { requestContextOf } from '../http/request-context.ts'
import { Created, failures } from '../schemas/response-schemas.ts'
import { compileValidator } from '../schemas/validation.ts'
import { preparePicture, UnusablePicture, type PreparedPicture, type Unusable } from './prepare.ts'
import { admitUpload, decodeInTurn } from './turns.ts'

const uploadTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
const maxBytes = 10 * mebibyte

const unusableTexts: Record<Unusable, Record<Language, string>> = {
  NOT_A_PICTURE: {
    en: 'The body is not a complete picture in PNG, JPEG or WebP.',
    es: 'El cuerpo no es una imagen completa en PNG, JPEG o WebP.',
  },
  TOO_MANY_PIXELS: {
    en: 'The picture has more than 40 megapixels.',
    es: 'La imagen tiene más de 40 megapíxeles.',
  },
}

const Size = Type.Object({
  url: Type.String({ format: 'uri' }),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer({ description: 'In pixels.' }),
})
const UploadedImage = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'Address of the largest size, for `images` of a cenote or a tour.',
    }),
    sizes: Type.Array(Size, { description: 'Every size, the largest last.' }),
  },
  { title: 'UploadedImage' },
)
const Picture = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

/** Storing pictures of cenotes and tours. */
export function imageUploadRoute(facade: Facade, store: PictureStore): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser<Buffer>(
      [...uploadTypes],
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    )
    app.post(
      '/images',
      {
        config: { operation: AuthorizeImageUploadDocument, maxBodyBytes: maxBytes, mediaTypes: uploadTypes },
        bodyLimit: maxBytes,
        onRequest: admitUpload,
        // The decoder judges the body.
        validatorCompiler: ({ schema, httpPart }) =>
          httpPart === 'body' ? () => true : compileValidator(schema as never, httpPart ?? 'querystring'),
        schema: {
          hide,
          tags: ['Images'],
          operationId: 'uploadImage',
          summary: 'Store a picture',
          description:
            'The picture itself is the body: PNG, JPEG or WebP, at most 10 MiB and 40 megapixels. It is stored upright, without metadata such as the place where it was taken, in widths of at most 320, 800 and 1600 pixels, as JPEG, or as WebP when some of it is transparent. Anyone may read the addresses, and their content never changes. The same picture again gets the same addresses, so a request may be repeated.',
          body: { content: Object.fromEntries(uploadTypes.map((type) => [type, { schema: Picture }])) },
          response: { 201: Created(UploadedImage, 'The picture is stored.'), ...failures() },
        },
      },
      async (request, reply) => {
        await facade.identify(request, reply)
        const pictures = await prepared(request, reply)
        await Promise.all(pictures.map(({ name, bytes }) => store.write(name, contentTypeOf(name) ?? '', bytes))).catch(
          refuseWhileAway,
        )
        const sizes = pictures.map(({ name, width, height }) => ({
          url: `${facade.publicUrl}/images/${name}`,
          width,
          height,
        }))
        const url = sizes.at(-1)?.url ?? ''
        return reply
          .code(201)
          .header('location', url)
          .send(success(request, 'image.stored_successfully', { url, sizes }))
      },
    )
  }
}

async function prepared(request: FastifyRequest, reply: FastifyReply): Promise<PreparedPicture[]> {
  const { body } = request
  const { language, environment = 'live' } = requestContextOf(request)
  try {
    const upload = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    return await decodeInTurn(environment, () => preparePicture(upload), departureOf(reply.raw))
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error
    throw new ValidationFailure({ body: [unusableTexts[error.reason][language]] })
  }
}

function refuseWhileAway(error: unknown): never {
  throw error instanceof Unavailable ? failure('SERVICE_UNAVAILABLE') : error
}

const oneYearSeconds = 31_536_000

/** Serves stored pictures, to anyone. */
export function pictureRoute(app: FastifyInstance, store: PictureStore): void {
  app.get<{ Params: { name: string } }>(
    '/images/:name',
    { schema: { hide: true } as object },
    async ({ params: { name }, headers }, reply): Promise<FastifyReply> => {
      const contentType = contentTypeOf(name)
      if (contentType === undefined) return notFound(reply)
      // The name says what the content is.
      const tag = `"${name}"`
      if (headers['if-none-match']?.includes(tag)) return cached(reply, tag).code(304).send()
      const bytes = await store.read(name).catch((error: unknown) => {
        if (error instanceof Unavailable) return null
        throw error
      })
      if (bytes === null)
        return reply.code(503).header('retry-after', '5').type('text/plain').send('Not available now.\n')
      if (bytes === undefined) return notFound(reply)
      return cached(reply, tag)
        .type(contentType)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  )
}

/** Pages of partners, on other sites, show them too. */
const cached = (reply: FastifyReply, tag: string): FastifyReply =>
  reply
    .header('cache-control', `public, max-age=${oneYearSeconds}, immutable`)
    .header('etag', tag)
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-disposition', 'inline')

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}
