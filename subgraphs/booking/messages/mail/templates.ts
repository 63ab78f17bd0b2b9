import type { Language } from '../../../../platform/values/i18n.ts'
import { layOut } from './layout.ts'
import type { Message, MessageContent, MessageFact } from './message.ts'
import type { MessageSubject } from './message-subject.ts'
import { messageTexts, type MessageTexts } from './texts.ts'

export type MessageWriter = (language: Language, about: MessageSubject) => Message

/** The parts in which messages differ. */
type Part = Pick<MessageContent, 'subject' | 'heading' | 'paragraphs'> & Partial<MessageContent>

const writer =
  (write: (about: MessageSubject, text: MessageTexts) => Part): MessageWriter =>
  (language, about) => {
    const text = messageTexts[language]
    const part = write(about, text)
    const { product, guestName, partnerName, isTest } = about
    return layOut({
      language,
      sender: partnerName ?? product.name,
      notice: isTest ? text.testNotice : null,
      picture: product.picture,
      greeting: text.greeting(guestName),
      changes: [],
      facts: [],
      lists: [],
      action: { label: text.openVisit, url: about.visitUrl },
      code: null,
      links: [],
      closing: contactLines(about, text),
      ...part,
      subject: isTest ? `[TEST] ${part.subject}` : part.subject,
    })
  }

/** Where guests can ask a question. */
const contactLines = ({ product, partnerName }: MessageSubject, text: MessageTexts): string[] => [
  ...(partnerName === null ? [] : [text.bookedWith(partnerName)]),
  [text.contact(product.name), product.phone, product.email, product.website].filter(Boolean).join(' · '),
]

function whenAndWhere({ meeting, product, ...about }: MessageSubject, text: MessageTexts): MessageFact[] {
  const { option, way, place, mapUrl, start } = meeting
  return [
    { label: text.when(option), value: `${meeting.date}, ${meeting.time}`, isLarge: true },
    { label: text.where, value: way === null ? `${product.name}, ${place}` : `${way}: ${place}`, isLarge: true },
    ...(start ? [{ label: start.label, value: start.value }] : []),
    { label: text.reference, value: about.bookingReference },
    { label: text.code, value: about.confirmationCode },
    ...(mapUrl === null ? [] : [{ label: text.map, value: text.openMap, url: mapUrl }]),
    { label: text.who, value: about.party },
    ...(about.services.length > 0 ? [{ label: text.extras, value: about.services.join(', ') }] : []),
  ]
}

/** The same for guests whose visit is not paid, who have no code yet. */
const whenAndWhereUnpaid = (about: MessageSubject, text: MessageTexts): MessageFact[] =>
  whenAndWhere(about, text).filter(({ label }) => label !== text.code)

function money(about: MessageSubject, text: MessageTexts): MessageFact[] {
  if (about.hidePrice) return []
  const parts = (['paid', 'returned', 'due', 'credit'] as const).flatMap((name) => {
    const value = about[name]
    return value === null ? [] : [{ label: text[name], value }]
  })
  return [{ label: text.total, value: about.total }, ...parts]
}

/** The refund of a cancelled visit. Without amounts there is only how long it takes. */
function refund({ refund, hidePrice }: MessageSubject, text: MessageTexts): MessageFact[] {
  const time = { label: text.refundTime, value: text.refundDays }
  if (hidePrice) return refund ? [time] : []
  return [
    { label: text.refund, value: refund?.amount ?? text.noRefund },
    ...(refund?.fees ? [{ label: text.retained, value: refund.fees }] : []),
    ...(refund ? [time] : []),
  ]
}

const documentLinks = ({ documents }: MessageSubject, text: MessageTexts): MessageContent['links'] =>
  documents.map(({ type, url }) => ({ label: text.documents[type], url }))

const preparation = ({ product, meeting }: MessageSubject, text: MessageTexts): MessageContent['lists'] => [
  { title: text.included, items: product.includes },
  { title: text.before, items: product.preparations },
  { title: text.directions, items: meeting.directions === null ? [] : [meeting.directions] },
]

const code = ({ qrUrl }: MessageSubject, text: MessageTexts): MessageContent['code'] =>
  qrUrl === null ? null : { url: qrUrl, caption: text.showCode }

export const confirmationMessage = writer((about, text) => ({
  ...text.confirmation(about),
  code: code(about, text),
  facts: [...whenAndWhere(about, text), ...money(about, text)],
  links: documentLinks(about, text),
  lists: [...preparation(about, text), { title: text.cancelling, items: text.terms(about.refundUntil) }],
}))

export const cancellationMessage = writer((about, text) => ({
  ...text.cancellation(about),
  facts: [
    ...whenAndWhereUnpaid(about, text).filter(({ label }) => label !== text.map),
    ...(about.reason === null ? [] : [{ label: text.reason, value: text.reasons[about.reason] }]),
    ...money({ ...about, due: null }, text),
    ...refund(about, text),
  ],
}))

export const modificationMessage = writer((about, text) => ({
  ...text.modification(about),
  code: code(about, text),
  changes: about.changes,
  facts: [...whenAndWhere(about, text), ...money(about, text)],
  links: documentLinks(about, text),
  lists: [...preparation(about, text), { title: text.cancelling, items: text.terms(about.refundUntil) }],
}))

export const paymentLinkMessage = writer((about, text) => ({
  ...text.paymentLink(about),
  action: about.paymentUrl === null ? null : { label: text.pay, url: about.paymentUrl },
  facts: [...whenAndWhereUnpaid(about, text), ...money(about, text)],
  links: [{ label: text.openVisit, url: about.visitUrl }],
  lists: [
    { title: text.included, items: about.product.includes },
    { title: text.cancelling, items: text.terms(about.refundUntil) },
  ],
}))

export const reminderMessage = writer((about, text) => ({
  ...text.reminder(about),
  code: code(about, text),
  facts: [...whenAndWhere(about, text), ...money(about, text)],
  links: documentLinks(about, text),
  lists: preparation(about, text),
}))

export const reviewRequestMessage = writer((about, text) => ({
  ...text.reviewRequest(about),
  action: about.reviewLink === null ? null : { label: text.openReview, url: about.reviewLink },
}))

export const followUpMessage = writer((about, text) => ({ ...text.followUp(about), action: null }))
