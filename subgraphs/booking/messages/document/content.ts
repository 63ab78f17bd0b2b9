import { dateText, moneyText } from '../../../../platform/values/display.ts'
import type { DocumentType } from '../../../../schema/file-kinds.ts'
import { partyText } from '../../../../schema/party-text.ts'
import { transportNames, type MeansOfTransport } from '../../../../schema/transport-text.ts'
import type { DocumentSubject } from './subject.ts'
import { typeset, type Typeset, type Weight } from './text/index.ts'
import { documentTexts } from './texts.ts'

/** Whom a ticket of one person is for. */
export interface Person {
  /** Such as "1 child". */
  readonly text: string
  readonly number: number
  readonly count: number
}

/** A label with its value. */
export interface Fact {
  readonly label: Typeset
  readonly value: Typeset
}

/** All texts of a page, ready to be set in lines. */
export interface Content {
  readonly kind: DocumentType
  readonly title: Typeset
  readonly seller: Typeset | null
  readonly notices: readonly { readonly kind: 'warn' | 'bad'; readonly text: Typeset }[]
  readonly product: Fact
  readonly address: Typeset
  readonly map: { readonly text: Typeset; readonly url: string } | null
  readonly date: Fact
  readonly time: Fact
  /** Of the visit, where the time above is that of a pickup. */
  readonly start: Fact | null
  readonly people: readonly Fact[]
  readonly guest: Fact
  /** Under the QR code, or in place of it once it is void. */
  readonly caption: Typeset
  readonly voidMark: Typeset | null
  readonly reference: Fact
  readonly references: readonly Fact[]
  readonly money: readonly Fact[]
  readonly details: readonly Fact[]
  readonly contact: Fact | null
  readonly moreContact: readonly Typeset[]
  readonly terms: Fact | null
  readonly visit: Typeset
  readonly visitUrl: string
}

type Text = readonly [label: string, value: string]

/** The words of documents themselves, by weight: few, and the same in each. */
const ownWords = { regular: new Map<string, Promise<Typeset>>(), bold: new Map<string, Promise<Typeset>>() }

function typesetOnce(words: string, weight: Weight): Promise<Typeset> {
  const known = ownWords[weight].get(words)
  if (known) return known
  const made = typeset(words, weight)
  ownWords[weight].set(words, made)
  return made
}

const timeKind = (option: MeansOfTransport | null): 'visit' | 'meeting' | 'pickup' =>
  option === null ? 'visit' : option === 'meeting_point' ? 'meeting' : 'pickup'

/** The texts of a page; each is bold where it is large. */
export async function prepare(kind: DocumentType, subject: DocumentSubject, person: Person | null): Promise<Content> {
  const { language, currency, partnerName, voidReason, contact, meeting, guestNationality = null } = subject
  const text = documentTexts[language]
  const fact = async ([label, value]: Text, weight: Weight, country: string | null = null): Promise<Fact> => ({
    label: await typesetOnce(label, 'regular'),
    value: await typeset(value, weight, country),
  })
  const facts = (all: readonly (Text | null)[], weight: Weight): Promise<Fact[]> =>
    Promise.all(all.filter((one) => one !== null).map((one) => fact(one, weight)))
  const amounts = (['paid', 'returned', 'due', 'credit'] as const).map((name): Text | null => {
    const cents = subject[`${name}Cents`]
    return cents > 0 ? [text[name], moneyText(cents, currency)] : null
  })
  const listed = (label: string, values: readonly string[]): Text | null =>
    values.length > 0 ? [label, values.join(', ')] : null
  const party = partyText(subject.visitors, language)
  const [firstContact, ...moreContact] = contact
  return {
    kind,
    title: await typeset(person ? text.ticketOf(person.number, person.count) : text[kind], 'bold'),
    seller: partnerName ? await typeset(text.bookedWith(partnerName), 'regular') : null,
    notices: [
      ...(subject.isTest ? [{ kind: 'warn' as const, text: await typesetOnce(text.test, 'bold') }] : []),
      ...(subject.changedOn && !voidReason
        ? [{ kind: 'warn' as const, text: await typeset(text.changed(subject.changedOn), 'bold') }]
        : []),
      ...(voidReason ? [{ kind: 'bad' as const, text: await typesetOnce(text.void[voidReason], 'bold') }] : []),
    ],
    product: await fact([text.product[subject.productType], subject.productName], 'bold'),
    address: await typeset(
      meeting.option ? `${transportNames[meeting.option][language]}: ${meeting.place}` : meeting.place,
      meeting.option ? 'bold' : 'regular',
    ),
    map: meeting.mapUrl === null ? null : { text: await typesetOnce(text.openMap, 'regular'), url: meeting.mapUrl },
    date: await fact([text.date, dateText(meeting.date, language)], 'bold'),
    time: await fact([text.time[timeKind(meeting.option)](subject.timezone), meeting.time], 'bold'),
    start: meeting.start && (await fact([meeting.start.label, meeting.start.value], 'bold')),
    people: await facts(
      person
        ? [
            [text.visitor, person.text],
            [text.party, party],
          ]
        : [[text.visitors, party]],
      'bold',
    ),
    guest: await fact([text.guest, subject.guestName], 'bold', guestNationality),
    caption: await typesetOnce(text.show, 'regular'),
    voidMark: voidReason ? await typesetOnce(text.voidMark[voidReason], 'bold') : null,
    reference: await fact([text.reference, subject.bookingReference], 'bold'),
    references: await facts(
      [
        [text.code, subject.confirmationCode],
        subject.resellerReference ? [text.resellerReference, subject.resellerReference] : null,
      ],
      'regular',
    ),
    money: subject.hidePrice
      ? []
      : await facts([[text.total, moneyText(subject.totalCents, currency)], ...amounts], 'bold'),
    details: await facts([listed(text.included, subject.includes), listed(text.extras, subject.services)], 'regular'),
    contact: firstContact === undefined ? null : await fact([text.contact, firstContact], 'regular'),
    moreContact: await Promise.all(moreContact.map((one) => typeset(one, 'regular'))),
    terms: voidReason ? null : await fact([text.cancelling, text.terms(subject.refundUntil)], 'regular'),
    visit: await typesetOnce(text.openVisit, 'regular'),
    visitUrl: subject.visitUrl,
  }
}
