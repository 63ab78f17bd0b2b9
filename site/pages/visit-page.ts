import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, sendPage, type Html } from '../../platform/http/pages.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { SiteContext } from '../context.ts'
import { frame } from '../frame.ts'
import { run } from '../gateway.ts'
import { ReadCalendarFileDocument, ReadVisitDocument } from '../generated/operations.ts'
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

/** The calendar file of the visit, in the language of the page. */
export async function readCalendarFile(
  { options }: SiteContext,
  request: FastifyRequest<VisitRoute>,
): Promise<{ bookingReference: string; calendarFile: string; language: Language }> {
  const { token } = request.params
  const variables = { token, language: languageArgument(request) }
  const signed = { language: 'en', signedToken: token } as const
  const { guestVisit: visit } = await run(options.gateway, request, ReadCalendarFileDocument, variables, signed)
  return { ...visit, language: languageOfVisit(visit, request) }
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
