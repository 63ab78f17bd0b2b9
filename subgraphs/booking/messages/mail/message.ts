import type { Language } from '../../../../platform/values/i18n.ts'

/** One line of what a reservation is about. */
export interface MessageFact {
  readonly label: string
  readonly value: string
  /** Where the value leads. */
  readonly url?: string | null
  /** Whether it is what the reader looks for first; it is set large. */
  readonly isLarge?: boolean
}

/** A message before it is laid out as text and as HTML. */
export interface MessageContent {
  readonly language: Language
  /** Who sends it, above everything else. */
  readonly sender: string
  readonly subject: string
  /** A notice above the text, such as that this is a test. */
  readonly notice: string | null
  readonly heading: string
  readonly picture: { readonly url: string; readonly alt: string } | null
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Changed values, before and after. */
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[]
  readonly facts: readonly MessageFact[]
  readonly lists: readonly { readonly title: string; readonly items: readonly string[] }[]
  /** The link that the reader is expected to open. */
  readonly action: { readonly label: string; readonly url: string } | null
  /** The QR code to show at the entrance. */
  readonly code: { readonly url: string; readonly caption: string } | null
  readonly links: readonly { readonly label: string; readonly url: string }[]
  readonly closing: readonly string[]
}

/** A message as it is sent. */
export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
}
