import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '../../platform/process/free-port.ts'
import { startProcess, type RunningProcess } from '../testkit/process.ts'

let running: RunningProcess
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  running = await startProcess('console/main.js', { PORT: String(port) })
})
afterAll(() => running.stop())

describe('the console in a process of its own', () => {
  it('serves its pages and what they load, and lets them reach the sockets of their own address', async () => {
    const page = await fetch(`${url}/console/reservations`, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(`ws://${new URL(url).host}`)
    const [, script = ''] = /src="([^"]+)"/.exec(await page.text()) ?? []
    expect((await fetch(url + script)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })
})
