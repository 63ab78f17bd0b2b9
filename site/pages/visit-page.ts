import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, sendPage, type Html } from '../../platform/http/pages.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { SiteContext } from '../context.ts'
import { frame } from '../frame.ts'
import { run } from '../gateway.ts'
import { ReadVisitDocument } from '../generated/operations.ts'
import { inOtherLanguage, languageArgument, languageOfVisit, testNotice, type Visit } from './visit-facts.ts'

/** The routes of a visit's pages. */
export interface VisitRoute {
  Params: { token: string }
  Querystring: { done?: unknown; time?: unknown }
}

/** The visit that the token of a page's address names. */
export async function readVisit(
  { options }: SiteContext,
  request: FastifyRequest<VisitRoute>,
): Promise<{ token: string; visit: Visit; language: Language }> {
  const { token } = request.params
  const variables = { token, language: languageArgument(request) }
  const signed = { language: 'en', signedToken: token } as const
  const { guestVisit: visit } = await run(options.gateway, request, ReadVisitDocument, variables, signed)
  return { token, visit, language: languageOfVisit(visit, request) }
}

/** Sends a page about a visit. */
export const sendVisitPage = (
  { assets }: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { visit, language, title, body }: { visit: Visit; language: Language; title: string; body: Html },
): FastifyReply =>
  sendPage(
    reply.header('cache-control', 'no-store'),
    frame({
      title: `${title} – ${visit.bookingReference}`,
      language,
      assets,
      body: html`${testNotice(visit.isTest, language)} ${body}`,
      audience: 'guest',
      brand: visit.partnerName,
      otherLanguage: inOtherLanguage(request, language),
      styles: ['guest'],
    }),
  )
