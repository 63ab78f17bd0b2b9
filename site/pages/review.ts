import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, sendPage, type Html } from '../../platform/http/pages.ts'
import { dateText } from '../../platform/values/display.ts'
import { isBlank } from '../../platform/values/text.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { fieldOf } from '../forms.ts'
import { frame, languageFor } from '../frame.ts'
import { OperationFailed, run } from '../gateway.ts'
import { ReadInvitationDocument, SubmitReviewDocument, type ReadInvitationQuery } from '../generated/operations.ts'
import type { SiteContext } from '../context.ts'
import { inOtherLanguage, inSameLanguage, testNotice } from './visit-facts.ts'

const texts = {
  en: {
    title: 'How was your visit?',
    visited: 'You visited',
    stars: 'Stars',
    star: (count: number) => `${count} ${count === 1 ? 'star' : 'stars'}`,
    headline: 'Headline (optional)',
    content: 'Your review',
    shown: 'Readers see it at once, under this name',
    send: 'Send review',
    missing: 'Please choose the stars and write a few words.',
    thanks: 'Thank you. Your review is published.',
  },
  es: {
    title: '¿Cómo fue su visita?',
    visited: 'Visitó',
    stars: 'Estrellas',
    star: (count: number) => `${count} ${count === 1 ? 'estrella' : 'estrellas'}`,
    headline: 'Título (opcional)',
    content: 'Su reseña',
    shown: 'Se publica enseguida, con este nombre',
    send: 'Enviar reseña',
    missing: 'Elija las estrellas y escriba unas palabras.',
    thanks: 'Gracias. Su reseña está publicada.',
  },
} as const

type Invitation = ReadInvitationQuery['reviewInvitation']
interface ReviewRoute {
  Params: { token: string }
}

/** The page on which a guest reviews a visit, once. */
export function reviews({ options, assets }: SiteContext): (app: FastifyInstance) => void {
  const { gateway } = options
  const read = async (request: FastifyRequest<ReviewRoute>, language: Language): Promise<Invitation> => {
    const { token } = request.params
    return (await run(gateway, request, ReadInvitationDocument, { token }, { language, signedToken: token }))
      .reviewInvitation
  }

  function send(
    request: FastifyRequest<ReviewRoute>,
    reply: FastifyReply,
    invitation: Invitation,
    isMissing = false,
  ): FastifyReply {
    const language = languageFor(request)
    const text = texts[language]
    const { review } = invitation
    const body = html`${testNotice(invitation.isTest, language)}
      <div class="decision">
        <h1>${text.title}</h1>
        <p class="lead">
          ${text.visited} <strong><bdi>${invitation.cenoteName}</bdi></strong> ·
          ${dateText(invitation.visitDate, language)}
        </p>
        ${review ? written(review, language) : form(request, invitation, isMissing, language)}
      </div>`
    return sendPage(
      reply.header('cache-control', 'no-store'),
      frame({
        title: `${text.title} – ${invitation.cenoteName}`,
        language,
        assets,
        body,
        audience: 'guest',
        otherLanguage: inOtherLanguage(request, language),
        styles: ['guest'],
      }),
    )
  }

  return (app) => {
    app.get<ReviewRoute>('/reviews/:token', { schema: { hide: true } as object }, async (request, reply) =>
      send(request, reply, await read(request, languageFor(request))),
    )
    app.post<ReviewRoute>('/reviews/:token', { schema: { hide: true } as object }, async (request, reply) => {
      const { token } = request.params
      const language = languageFor(request)
      const invitation = await read(request, language)
      const input = {
        token,
        rating: Number(fieldOf(request, 'rating')),
        title: fieldOf(request, 'title'),
        content: fieldOf(request, 'content'),
      }
      const isWhole = Number.isInteger(input.rating) && input.rating > 0 && !isBlank(input.content)
      if (!isWhole) return send(request, reply.code(422), invitation, true)
      try {
        await run(gateway, request, SubmitReviewDocument, { input }, { language })
      } catch (error) {
        if (!(error instanceof OperationFailed)) throw error
        if (error.code === 'ERROR_VALIDACION') return send(request, reply.code(422), invitation, true)
        // Sent twice: the page shows the first review.
        if (error.code !== 'REVIEW_ALREADY_WRITTEN') throw error
      }
      return reply.redirect(inSameLanguage(`/reviews/${token}`, request), 303)
    })
  }
}

function written({ rating, title, content, author }: NonNullable<Invitation['review']>, language: Language): Html {
  const text = texts[language]
  return html`<p class="notice good" role="status">${text.thanks}</p>
    <section class="card">
      <p>
        <span class="rating" aria-label="${text.star(rating)}" role="img"
          >${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</span
        >
        <bdi>${author}</bdi>
      </p>
      ${title && html`<h2>${title}</h2>`}
      <p>${content}</p>
    </section>`
}

function form(request: FastifyRequest, { author }: Invitation, isMissing: boolean, language: Language): Html {
  const text = texts[language]
  const chosen = fieldOf(request, 'rating')
  return html`${isMissing && html`<p class="notice warn" role="alert">${text.missing}</p>`}
    <form method="post" class="card">
      <fieldset class="stars">
        <legend>${text.stars}</legend>
        ${[5, 4, 3, 2, 1].map(
          (count) =>
            html`<label
              ><input
                type="radio"
                name="rating"
                value="${count}"
                required${chosen === String(count) && html` checked`}
              />
              <span class="rating" aria-hidden="true">${'★'.repeat(count)}</span> ${text.star(count)}</label
            >`,
        )}
      </fieldset>
      <p class="field">
        <label for="review-title">${text.headline}</label
        ><input id="review-title" name="title" maxlength="120" value="${fieldOf(request, 'title')}" />
      </p>
      <p class="field">
        <label for="review-text">${text.content}</label
        ><textarea id="review-text" name="content" rows="6" maxlength="4000" required>
${fieldOf(request, 'content')}</textarea>
      </p>
      <p>
        ${text.shown}: <strong><bdi>${author}</bdi></strong>
      </p>
      <p class="actions"><button class="primary">${text.send}</button></p>
    </form>`
}
