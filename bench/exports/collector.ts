// The peer of an export: it reads every row with pg, writes the columns of the product's file into one text, and sends it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const [serverUrl = '', partnerId = ''] = process.argv.slice(2)
type Row = Readonly<Record<string, string | number | Date | null>>

async function query(database: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(`${serverUrl}/${database}`)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

const cell = (value: Row[string] | undefined): string => {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function file(): Promise<string> {
  const names = new Map(
    (await query('catalog', 'SELECT id, name_en FROM sandbox.cenote')).map((one) => [one['id'], one['name_en']]),
  )
  const money = (column: string, name: string): string => `((${column} ->> '${name}')::bigint / 100.0)::numeric(12, 2)`
  const rows = await query(
    'booking',
    `SELECT id, booking_reference, confirmation_code, status, product_id, visit_date::text, visit_time::text,
       adults + children + seniors + infants + teens AS visitors, adults, children, seniors, guest ->> 'name' AS name,
       guest_email, guest ->> 'phone' AS phone, guest ->> 'nationality' AS nationality,
       pricing ->> 'currency' AS currency, ${[
         'subtotalCents',
         'discountsCents',
         'taxesCents',
         'feesCents',
         'totalCents',
       ]
         .map((name) => `${money('pricing', name)} AS "${name}"`)
         .join(', ')}, ${money('payment', 'amountCents')} AS paid, created_at, updated_at, infants, teens
     FROM sandbox.reservation WHERE partner_id = $1 ORDER BY created_at, id`,
    [partnerId],
  )
  const lines = rows.map((row) => [...Object.values(row), names.get(row['product_id'])].map(cell).join(','))
  return `${Object.keys(rows[0] ?? {}).join(',')}\r\n${lines.join('\r\n')}\r\n`
}

const server = createServer((_request, response) => {
  file().then(
    (text) => response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(text),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      response.writeHead(500).end()
    },
  )
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
