import { html, type Html } from '../../../../platform/http/pages.ts'
import { oneLine } from '../document/text/one-line.ts'
import type { Message, MessageContent } from './message.ts'

/**
 * A message as plain text and as HTML with the same content. Every value becomes a single line without direction marks:
 * it can neither add lines to a mail in our name nor reverse text.
 */
export function layOut(content: MessageContent): Message {
  const clean = cleaned(content)
  return { subject: clean.subject, text: textOf(clean), html: `<!doctype html>\n${htmlOf(clean).text}` }
}

function cleaned(content: MessageContent): MessageContent {
  const clean = <T>(value: T): T => {
    if (typeof value === 'string') return oneLine(value) as T
    if (Array.isArray(value)) return value.map(clean) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clean(part)])) as T
  }
  return clean(content)
}

function textOf({
  sender,
  notice,
  greeting,
  paragraphs,
  changes,
  facts,
  lists,
  action,
  links,
  closing,
}: MessageContent): string {
  const blocks = [
    notice === null ? [] : [notice],
    [greeting],
    ...paragraphs.map((paragraph) => [paragraph]),
    changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`),
    facts.flatMap(({ label, value, url }) => [`${label}: ${value}`, ...(url && url !== value ? [`  ${url}`] : [])]),
    ...lists.map(({ title, items }) => (items.length > 0 ? [`${title}:`, ...items.map((item) => `- ${item}`)] : [])),
    ...[...(action ? [action] : []), ...links].map(({ label, url }) => [`${label}:`, url]),
    [...closing, sender],
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

// Mail programs ignore style sheets: each element has its own style.
const colour = {
  page: '#eef3f3',
  band: '#0b5563',
  text: '#1d2b2e',
  quiet: '#52666b',
  line: '#d9e2e3',
  card: '#f3f8f8',
  warning: '#8a1c1c',
}
const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const width = 600

function htmlOf(content: MessageContent): Html {
  const { language, subject, sender, notice, heading, picture, greeting, paragraphs, facts, lists } = content
  const { action, code, changes, links, closing } = content
  const large = facts.filter(({ isLarge }) => isLarge)
  const small = facts.filter(({ isLarge }) => !isLarge)
  const paragraph = (text: string): Html => html`<p style="margin:0 0 14px" dir="auto">${text}</p>`
  return html`<html lang="${language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${subject}</title>
    </head>
    <body style="margin:0;background:${colour.page};color:${colour.text};${font};font-size:16px;line-height:1.5">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
        <tr>
          <td align="center" style="padding:24px 12px">
            <table
              role="presentation"
              width="${width}"
              cellpadding="0"
              cellspacing="0"
              style="width:100%;max-width:${width}px;background:#ffffff;border-radius:12px;overflow:hidden"
            >
              <tr>
                <td style="background:${colour.band};color:#ffffff;padding:16px 24px;font-weight:600" dir="auto">
                  ${sender}
                </td>
              </tr>
              ${
                notice !== null &&
                html`<tr>
                  <td style="padding:12px 24px;background:#fdeeee;color:${colour.warning};font-weight:600">
                    ${notice}
                  </td>
                </tr>`
              }
              ${
                picture &&
                html`<tr>
                  <td>
                    <img
                      src="${picture.url}"
                      alt="${picture.alt}"
                      width="${width}"
                      style="display:block;width:100%;max-height:260px;object-fit:cover;border:0"
                    />
                  </td>
                </tr>`
              }
              <tr>
                <td style="padding:24px">
                  <h1 style="margin:0 0 16px;font-size:26px;line-height:1.25" dir="auto">${heading}</h1>
                  ${paragraph(greeting)}${paragraphs.map(paragraph)} ${changes.length > 0 && changesOf(changes)}
                  ${large.length > 0 && largeFactsOf(large)}
                  ${
                    action &&
                    html`<p style="margin:20px 0">
                      <a
                        href="${action.url}"
                        style="display:block;background:${colour.band};color:#ffffff;padding:14px 20px;border-radius:8px;text-align:center;text-decoration:none;font-weight:600"
                        >${action.label}</a
                      >
                    </p>`
                  }
                  ${code && codeOf(code)} ${small.length > 0 && factsOf(small)}
                  ${
                    links.length > 0 &&
                    html`<p style="margin:14px 0;font-size:14px">
                      ${links.map(
                        ({ label, url }, index) =>
                          html`${index > 0 && ' · '}<a href="${url}" style="color:${colour.band}">${label}</a>`,
                      )}
                    </p>`
                  }
                  ${lists.filter(({ items }) => items.length > 0).map(listOf)}
                </td>
              </tr>
              <tr>
                <td style="padding:16px 24px;border-top:1px solid ${colour.line};color:${colour.quiet};font-size:14px">
                  ${closing.map((line) => html`<p style="margin:0 0 6px" dir="auto">${line}</p>`)}
                </td>
              </tr>
            </table>
          </td>
        </tr>
      </table>
    </body>
  </html> `
}

/** The code on white with its own quiet zone, also for readers who prefer a dark page. */
const codeOf = ({ url, caption }: MessageContent['code'] & object): Html =>
  html`<p style="margin:20px 0;text-align:center">
    <img
      src="${url}"
      alt="${caption}"
      width="220"
      height="220"
      style="display:block;margin:0 auto;background:#ffffff;border:0"
    />
    <span style="font-size:14px;color:${colour.quiet}">${caption}</span>
  </p>`

/** Each change with the old value struck out above the new. */
const changesOf = (changes: MessageContent['changes']): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 16px">
    ${changes.map(
      ({ label, before, after }) =>
        html`<tr>
          <td style="padding:8px 12px 8px 0;color:${colour.quiet};vertical-align:top">${label}</td>
          <td style="padding:8px 0;overflow-wrap:anywhere">
            <del style="color:${colour.quiet}" dir="auto">${before}</del><br />
            <ins style="text-decoration:none;font-weight:600" dir="auto">${after}</ins>
          </td>
        </tr>`,
    )}
  </table>`

/** When and where, as a card. */
const largeFactsOf = (facts: MessageContent['facts']): Html =>
  html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    style="width:100%;margin:0 0 16px;background:${colour.card};border-radius:8px"
  >
    <tr>
      <td style="padding:16px 20px">
        ${facts.map(
          ({ label, value }) =>
            html`<p style="margin:0;color:${colour.quiet};font-size:14px">${label}</p>
              <p style="margin:0 0 8px;font-size:18px;font-weight:600;overflow-wrap:anywhere" dir="auto">${value}</p>`,
        )}
      </td>
    </tr>
  </table>`

const factsOf = (facts: MessageContent['facts']): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse">
    ${facts.map(
      ({ label, value, url }) =>
        html`<tr>
          <td
            style="padding:8px 12px 8px 0;border-top:1px solid ${colour.line};color:${colour.quiet};vertical-align:top"
          >
            ${label}
          </td>
          <td style="padding:8px 0;border-top:1px solid ${colour.line};overflow-wrap:anywhere" dir="auto">
            ${url ? html`<a href="${url}" style="color:${colour.band}">${value}</a>` : value}
          </td>
        </tr>`,
    )}
  </table>`

const listOf = ({ title, items }: MessageContent['lists'][number]): Html =>
  html`<h2 style="margin:20px 0 8px;font-size:17px">${title}</h2>
    <ul style="margin:0 0 14px;padding-left:20px">
      ${items.map((item) => html`<li dir="auto">${item}</li>`)}
    </ul>`
