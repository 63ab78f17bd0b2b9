import { visit } from '../access/table/world.ts'
import { eventually } from '../testkit/eventually.ts'
import { readMails, type WrittenMail } from '../testkit/mail-folder.ts'
import { keys, partner } from '../testkit/product.ts'
import type { Json } from '../testkit/responses.ts'
import { contentOf, type Client } from './client.ts'
import { codePattern } from './entry.ts'

const rivalKeys = { sandbox: keys.rival, live: 'pk_live_rival_enterprise' }
const addresses = [
  '/',
  '/docs',
  '/docs/api',
  '/graphiql',
  '/robots.txt',
  '/schema.graphql',
  '/asyncapi.json',
  '/openapi.json',
  '/octo/v1/openapi.json',
  '/healthz',
  '/readyz',
  '/nothing',
]

/** Pages of the site, and those of a guest with the forms that they show; documents of the guest by their text. */
export async function playPages(
  client: Client,
  reservations: Readonly<Record<string, string>>,
  onlyReads: boolean,
): Promise<void> {
  const get = (address: string) =>
    client.send({ operation: `page ${nameOf(address)}`, address, headers: { accept: 'text/html,*/*;q=0.8' } })
  for (const address of addresses) await get(address)

  const open = await reserveForGuest(client)
  for (const address of [
    open.checkout,
    open.visit,
    `${open.visit}/change`,
    `${open.visit}/cancel`,
    `${open.visit}/visit.ics`,
  ])
    await get(address)
  if (!onlyReads) await useForms(client, open, await reserveForGuest(client))
  for (const address of [open.checkout, open.visit]) await get(address)

  for (const id of Object.values(reservations)) {
    const { visit: page, review, documents } = await addressesOf(client.url, client.key, id)
    await get(page)
    for (const address of documents) await client.send({ operation: 'readDocument', address })
    if (!review) continue
    await get(review)
    if (!onlyReads) await submit(client, review, { rating: '5', title: 'Clear', content: 'Clear water' })
  }
}

/**
 * The addresses of a reservation that its guest may change and cancel. It is of another partner, whose lists are not
 * recorded: the mail of a change is sent while they are read, or later.
 */
async function reserveForGuest({ url, environment }: Client): Promise<Json> {
  const key = rivalKeys[environment]
  const guestMay = { cancel: true, change: true }
  const { body } = await partner(url, key).post('/api/partner/reservations', { ...visit, guestMay })
  return addressesOf(url, key, body.data.id)
}

/** Submits the forms of guests: one pays and cancels, another changes the visit. */
async function useForms(client: Client, open: Json, other: Json): Promise<void> {
  await submit(client, open.checkout, { outcome: 'DECLINE' })
  await submit(client, open.checkout, { outcome: 'PAY' })
  await submit(client, `${open.visit}/resend`, {})
  await submit(client, `${open.visit}/cancel`, await firstChoice(client, `${open.visit}/cancel`))
  await submit(client, `${other.visit}/change`, await firstChoice(client, `${other.visit}/change`))
}

/** The page's name without what differs for each reservation. */
const nameOf = (address: string): string =>
  new URL(address, 'http://page').pathname.replace(/^\/(visits|checkout|reviews)\/[^/]+/, '/$1/{}')

async function addressesOf(url: string, key: string, id: string): Promise<Json> {
  const { body } = await partner(url, key).graphql(
    `{ reservation(id: "${id}") { visitUrl reviewRequest { link } paymentDue { creditCardUrl } documents { url } } }`,
  )
  const { visitUrl, reviewRequest, paymentDue, documents } = body.data?.reservation ?? {}
  return {
    visit: visitUrl,
    review: reviewRequest?.link,
    checkout: paymentDue?.creditCardUrl,
    documents: ((documents ?? []) as Json[]).map((one) => one.url),
  }
}

const submit = (client: Client, address: string, fields: Record<string, string>) =>
  client.send({
    operation: `form ${nameOf(address)}`,
    method: 'POST',
    address,
    headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
    body: new URLSearchParams(fields),
  })

/** The fields that a page's form sends when its first button is pressed. */
async function firstChoice({ url, language }: Client, address: string): Promise<Record<string, string>> {
  const { body } = await partner(url, null).get(address, { accept: 'text/html', 'Accept-Language': language })
  const link = /href="([^"]*[?;]time=[^"]*)"/.exec(String(body))?.[1]?.replaceAll('&amp;', '&')
  const form =
    link === undefined
      ? body
      : (await partner(url, null).get(new URL(link, address).href, { accept: 'text/html' })).body
  return Object.fromEntries(
    [...String(form).matchAll(/<(?:input|button)[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  ) as Record<string, string>
}

const quietMilliseconds = 3_000
/** A change is mailed a minute later. */
const mailOfChangeMilliseconds = 65_000

/** Writes down the mails that were written as files, once no more of them come: by reservation, for each by kind. */
export async function playMails(client: Client, dataFolder: string, changedAt: number): Promise<void> {
  let [count, since] = [-1, 0]
  const mails = await eventually(
    () => readMails(dataFolder),
    ({ length }) => {
      if (length !== count) [count, since] = [length, Date.now()]
      return Date.now() > Math.max(since + quietMilliseconds, changedAt + mailOfChangeMilliseconds)
    },
    { milliseconds: 2 * mailOfChangeMilliseconds },
  )
  const kindOf = ({ subject = '' }: WrittenMail): string => subject.replace(codePattern, '')
  mails.sort((one, other) => kindOf(one).localeCompare(kindOf(other)))
  for (const { from, to, subject, headers, text, html, attachments } of mails) {
    const own = headers.filter(({ key }) => !/^(date|message-id|content-type|subject)$/.test(key))
    client.write(`mail about ${(text ?? '').match(codePattern)?.[0]}`, {
      request: { to },
      headers: Object.fromEntries(own.map(({ key, value }) => [key, value])),
      body: {
        from,
        subject,
        text: text?.split(/\r?\n/),
        html: html?.split(/\r?\n/),
        attachments: attachments.map(({ filename, mimeType, content }) => ({
          filename,
          mimeType,
          content: contentOf(mimeType, Buffer.from(content as ArrayBuffer)),
        })),
      },
    })
  }
}
