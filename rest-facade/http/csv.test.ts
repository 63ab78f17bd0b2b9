import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, it } from '@jest/globals'
import Fastify from 'fastify'
import { quietFor } from '../../tests/testkit/eventually.ts'
import { timePasses } from '../../tests/testkit/pauses.ts'
import { csvCell, moneyCell, sendCsv } from './csv.ts'

it.each([
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['x;=1', "x;'=1"],
  [-3, '-3'],
  [null, ''],
  [undefined, ''],
  ['Ana, "la" Río\nsegunda', '"Ana, ""la"" Río segunda"'],
  ['a=b', 'a=b'],
])('a cell is in quotation marks where needed, and never a formula: %j', (value, expected) =>
  expect(csvCell(value)).toBe(expected),
)

it('money has two decimals', () => {
  expect([0, 5, 120_000, -1_050].map(moneyCell)).toEqual(['0.00', '0.05', '1200.00', '-10.50'])
})

it('the next page is read when the client has taken those before, and none after the client has left', async () => {
  const app = Fastify()
  let read = 0
  const ended = new Promise<void>((resolve) => {
    app.get('/file.csv', (_request, reply) => {
      async function* pages() {
        try {
          for (;;) {
            read += 1
            yield await Promise.resolve([{ text: 'x'.repeat(100_000) }])
          }
        } finally {
          resolve()
        }
      }
      return sendCsv(reply, 'file.csv', [['text', ({ text }: { text: string }) => text]], pages())
    })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const request = get(`${url}/file.csv`)
  const [{ headers }] = (await once(request, 'response')) as [IncomingMessage]
  expect(headers['content-disposition']).toBe('attachment; filename="file.csv"')
  // A client that takes nothing: what is read ahead fits the buffers between the two.
  let before = -1
  while (before !== read) {
    before = read
    await timePasses(200)
  }
  expect(read).toBeLessThan(1_000)
  request.destroy()
  await ended
  const last = read
  await quietFor(50, () => read, last)
  await app.close()
})
