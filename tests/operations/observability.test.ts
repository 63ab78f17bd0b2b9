import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { demoId } from '../../platform/values/demo-id.ts'
import { keys, nextSaturday, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { whereInstalled } from '../testkit/where-possible.ts'
import { eventually } from '../testkit/eventually.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const alerts = read('ops/prometheus/alerts.yml')
const dashboard = read('ops/grafana/dashboard.json')
const runbook = read('docs/operators/runbook.md')
const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
/** Metrics of ours and of Node.js, as expressions name them. */
const metricNames = (text: string): string[] => [
  ...new Set(
    [
      ...text.matchAll(
        /\b([a-z]+(?:_[a-z0-9]+)*_(?:total|seconds|bytes|count|bucket|connections|holds|due|queued|up))\b/g,
      ),
    ].map(([, name = '']) => name.replace(/_(bucket|count)$/, '')),
  ),
]

let product: TestProduct
let receiver: Server
beforeAll(async () => {
  product = await startTestProduct()
  receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
})
afterAll(async () => {
  receiver.close()
  await product.close()
})
const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0
const metrics = async (): Promise<string> => (await fetch(`${product.url}/metrics`)).text()

describe('alerts and dashboard', () => {
  it('have a section of the runbook for each alert, and no section is left over', () => {
    expect(alertNames.length).toBeGreaterThan(10)
    expect([...runbook.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(alertNames)
    for (const name of alertNames) expect(alerts).toContain(`runbook: docs/operators/runbook.md#${name.toLowerCase()}`)
  })

  it('use only metrics that the product has, and the page describes each', async () => {
    const existing = new Set([...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
    const used = metricNames(alerts + dashboard)
    expect(used.length).toBeGreaterThan(15)
    // Counted where the embedded database runs, which tests do not use.
    const known = new Set([...existing, 'embedded_database_losses_total'])
    expect(used.filter((name) => !known.has(name))).toEqual([])
    const described = metricNames(read('docs/operators/metrics.md'))
    expect(described.filter((name) => !known.has(name))).toEqual([])
    const own = [...existing].filter((name) => !/^(nodejs|process)_/.test(name))
    expect(own.filter((name) => !described.includes(name))).toEqual([])
  })

  whereInstalled(hasPromtool)('are valid for Prometheus (promtool)', () => {
    expect(spawnSync('promtool', ['check', 'rules', 'ops/prometheus/alerts.yml']).status).toBe(0)
    expect(spawnSync('promtool', ['check', 'config', 'ops/prometheus/prometheus.yml']).status).toBe(0)
  })

  whereInstalled(hasPromtool)('fire for what they mean, and not for less (promtool)', () => {
    const { status, stderr } = spawnSync('promtool', ['test', 'rules', 'ops/prometheus/alerts.test.yml'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
})

/** Rules of `promtool check metrics`, and that the text is one that Prometheus stores as it is. */
function metricFaults(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '')
  const helped = new Set(lines.flatMap((line) => /^# HELP (\S+) \S/.exec(line)?.[1] ?? []))
  const types = new Map(
    lines.flatMap((line) => {
      const [, name = '', type = ''] = /^# TYPE (\S+) (\w+)$/.exec(line) ?? []
      return name === '' ? [] : [[name, type] as const]
    }),
  )
  const series = lines.filter((line) => !line.startsWith('#')).map((line) => line.slice(0, line.lastIndexOf(' ')))
  const familyOf = (name: string): string => {
    const base = name.replace(/_(bucket|sum|count)$/, '')
    return ['histogram', 'summary'].includes(types.get(base) ?? '') ? base : name
  }
  const histograms = [...types].filter(([, type]) => type === 'histogram').map(([name]) => name)
  return [
    ...[...types].flatMap(([name, type]) => {
      if (!helped.has(name)) return [`${name} has no help text`]
      if ((type === 'counter') !== name.endsWith('_total')) return [`${name} is a ${type}`]
      return /_(milliseconds|minutes|hours|kilobytes|megabytes|percent|ms|kb|mb)(_|$)/.test(name)
        ? [`${name} is not in base units`]
        : []
    }),
    ...series.filter((one) => !types.has(familyOf(one.split('{', 1)[0] ?? ''))).map((one) => `${one} has no type`),
    ...series.filter((one, index) => series.indexOf(one) !== index).map((one) => `${one} stands twice`),
    ...series
      .filter((one) => histograms.some((name) => one.startsWith(`${name}_count`)))
      .map((one) => one.replace('_count', '_bucket').replace(/\}$|$/, ''))
      .filter(
        (start) => !series.some((one) => one.startsWith(start.split('{', 1)[0] ?? '') && one.includes('le="+Inf"')),
      )
      .map((start) => `${start} has no bucket for every value`),
  ]
}

describe('metrics', () => {
  it('keep the rules of names, types and units that Prometheus has', async () => {
    const text = await metrics()
    expect(text.match(/^# TYPE /gm)?.length).toBeGreaterThan(40)
    expect(metricFaults(text)).toEqual([])
  })

  whereInstalled(hasPromtool)('are accepted by Prometheus (promtool)', async () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await metrics(),
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  it('count operations, reservations, refusals, webhook attempts and limit refusals as they happen', async () => {
    const { port } = receiver.address() as AddressInfo
    const pro = partner(product.url)
    await pro.post('/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['reservation.created'] })
    const body = {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 2, children: 0 },
      guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    }
    expect(await pro.post('/api/partner/reservations', body)).toHaveStatus(201)
    const full = await pro.post('/api/partner/reservations', {
      ...body,
      visitors: { adults: 50, children: 0 },
      visitTime: '23:00',
    })
    expect(full).toHaveStatus(422)
    for (let count = 0; count < 12; count += 1)
      await partner(product.url, null).post('/coupons/check', { code: 'x' }, { 'X-Forwarded-For': '10.249.0.1' })
    const expected = [
      /^graphql_operations_total\{type="mutation",field="createReservation",status="ok"[^}]*\} [1-9]/m,
      /^graphql_errors_total\{code="CENOTE_NOT_AVAILABLE"[^}]*\} [1-9]/m,
      /^reservation_changes_total\{environment="sandbox",status="pending"[^}]*\} [1-9]/m,
      /^reservation_refusals_total\{environment="sandbox",code="CENOTE_NOT_AVAILABLE"[^}]*\} [1-9]/m,
      /^reservation_holds\{environment="sandbox"[^}]*\} [1-9]/m,
      /^webhook_attempts_total\{environment="sandbox",result="succeeded"[^}]*\} [1-9]/m,
      /^event_delivery_lag_seconds_count\{to="webhooks"[^}]*\} [1-9]/m,
      // Before the first event, so that Prometheus sees the increase by it.
      /^event_delivery_lag_seconds_count\{to="subscribers"[^}]*\} \d/m,
      /^event_oldest_waiting_seconds\{environment="sandbox"[^}]*\} [\d.]+$/m,
      /^rate_limit_refusals_total\{environment="live",plan="none"[^}]*\} [1-9]/m,
      /^subgraph_fetch_duration_seconds_count\{subgraph="booking",outcome="ok"[^}]*\} [1-9]/m,
      /^database_up\{database="\w+booking"[^}]*\} 1$/m,
    ]
    let text = ''
    await eventually(
      async () => {
        text = await metrics()
        return expected.every((pattern) => pattern.test(text))
      },
      true,
      { describe: () => expected.filter((pattern) => !pattern.test(text)).join('\n') },
    )
    // Neither keys nor what callers send becomes a label.
    expect(text).not.toContain(keys.demo)
    expect(text).not.toContain('eva@example.com')
  })
})
