import { card, colours, qrBlock, row, rule, space, stack, textBlock, type Block, type TextStyle } from './blocks.ts'
import type { Content, Fact } from './content.ts'
import type { Typeset } from './text/index.ts'

/** A4, in points. */
export const paperSize = { width: 595.28, height: 841.89 } as const
export const margin = 48
const width = paperSize.width - 2 * margin

/** How large texts and picture are, and the most lines of a text. */
export interface Layout {
  readonly scale: number
  readonly picture: number
  readonly limit: number
}

const scales: readonly Layout[] = [
  { scale: 1, picture: 190, limit: Infinity },
  { scale: 1, picture: 150, limit: Infinity },
  { scale: 0.92, picture: 130, limit: Infinity },
  { scale: 0.82, picture: 110, limit: Infinity },
  { scale: 0.72, picture: 0, limit: Infinity },
  { scale: 0.6, picture: 0, limit: Infinity },
  { scale: 0.5, picture: 0, limit: Infinity },
]
/** The largest first. A guest's name of any length that a request may have fits with most of the limits. */
export const layouts: readonly Layout[] = [
  ...scales,
  ...[6, 4, 3, 2, 1].map((limit) => ({ scale: 0.5, picture: 0, limit })),
]

const smallestSize = 8
const qrSide = 176
const cardPadding = 12
const cardWidth = qrSide + 2 * cardPadding
const gutter = 20
const columnGap = 24
const column = (width - columnGap) / 2

/** A page from below its picture or band. */
export function layOut(content: Content, qr: readonly (readonly boolean[])[] | undefined, layout: Layout): Block {
  const { scale, limit } = layout
  const text = (value: Typeset, style: TextStyle): Block =>
    textBlock(value, { limit, ...style, size: Math.max(smallestSize, style.size * scale) })
  const fact = ({ label, value }: Fact, style: TextStyle): Block =>
    stack([text(label, { width: style.width, size: 9, colour: colours.soft }), space(scale), text(value, style)])
  const gap = (points: number): Block => space(points * scale)

  const head = [
    ...content.notices.flatMap(({ kind, text: notice }) => [
      card(text(notice, { width: width - 20, size: 11, colour: colours[kind].ink }), {
        width,
        padding: 10 * scale,
        fill: colours[kind].paper,
      }),
      gap(12),
    ]),
    row([
      { at: 0, block: text(content.title, { width: column, size: 12, colour: colours.accent }) },
      ...(content.seller
        ? [
            {
              at: column + columnGap,
              block: text(content.seller, { width: column, size: 10, colour: colours.soft, align: 'right' }),
            },
          ]
        : []),
    ]),
    gap(6),
    fact(content.product, { width, size: 26 }),
    gap(3),
    text(content.address, { width, size: 11, colour: colours.soft }),
    ...(content.map ? [text(content.map.text, { width, size: 10, colour: colours.accent, url: content.map.url })] : []),
    gap(18),
  ]

  const mainWidth = width - cardWidth - gutter
  const main = stack(
    [
      fact(content.date, { width: mainWidth, size: 13 }),
      fact(content.time, { width: mainWidth, size: 40 }),
      ...(content.start ? [fact(content.start, { width: mainWidth, size: 13 })] : []),
      ...content.people.map((people) => fact(people, { width: mainWidth, size: 13 })),
      fact(content.guest, { width: mainWidth, size: 13 }),
    ],
    10 * scale,
  )
  const inCard = { width: qrSide, align: 'center' } as const
  const money = content.money.map((one, index) =>
    fact(one, {
      width: content.kind === 'ticket' ? column : qrSide,
      size: index === 0 && content.kind === 'confirmation' ? 20 : 11,
    }),
  )
  const side =
    content.kind === 'ticket'
      ? [
          ...(qr ? [qrBlock(qr, qrSide)] : []),
          ...(content.voidMark
            ? [gap(30), text(content.voidMark, { ...inCard, size: 20, colour: colours.bad.ink }), gap(30)]
            : []),
          gap(4),
          text(content.reference.value, { ...inCard, size: 15 }),
          ...(content.voidMark ? [] : [gap(2), text(content.caption, { ...inCard, size: 9, colour: colours.soft })]),
        ]
      : [
          stack(
            [
              fact(content.reference, { width: qrSide, size: 15 }),
              ...content.references.map((one) => fact(one, { width: qrSide, size: 11 })),
              ...money,
            ],
            9 * scale,
          ),
        ]
  const summary = row([
    { at: 0, block: main },
    {
      at: mainWidth + gutter,
      block: card(stack(side), { width: cardWidth, padding: cardPadding, outline: colours.line }),
    },
  ])

  const inColumn = { width: column, size: 10.5 }
  const contact = content.contact && [
    stack([fact(content.contact, inColumn), ...content.moreContact.map((one) => text(one, inColumn))]),
  ]
  const cells = [
    ...(content.kind === 'ticket' ? [...content.references.map((one) => fact(one, inColumn)), ...money] : []),
    ...content.details.map((one) => fact(one, inColumn)),
    ...(contact ?? []),
  ]
  return stack([
    ...head,
    summary,
    gap(16),
    rule(width, content.kind === 'ticket' ? 4 : undefined),
    gap(14),
    inPairs(cells, 10 * scale),
    gap(12),
    ...(content.terms ? [fact(content.terms, { width, size: 10.5 }), gap(10)] : []),
    text(content.visit, { width, size: 10.5, colour: colours.accent, url: content.visitUrl }),
  ])
}

/** Two columns, the cells of a row beside each other. */
function inPairs(cells: readonly Block[], gap: number): Block {
  const rows: Block[] = []
  for (let index = 0; index < cells.length; index += 2)
    rows.push(row(cells.slice(index, index + 2).map((block, place) => ({ at: place * (column + columnGap), block }))))
  return stack(rows, gap)
}
